SELECT *
FROM turn_stats
WHERE project = {project:String} AND turn_id = {turn_id:String}
