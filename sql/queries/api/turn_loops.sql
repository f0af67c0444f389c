SELECT *
FROM loops FINAL
WHERE project = {project:String} AND turn_id = {turn_id:String}
ORDER BY started_at, loop_id
