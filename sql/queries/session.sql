SELECT *
FROM session_stats
WHERE project = {project:String} AND session_id = {session_id:String}
