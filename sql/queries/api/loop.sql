SELECT *
FROM loops FINAL
WHERE project = {project:String} AND loop_id = {loop_id:String}
