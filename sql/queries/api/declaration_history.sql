SELECT *
FROM declarations FINAL
WHERE project = {project:String} AND tool = {tool:String}
ORDER BY version DESC
LIMIT {limit:UInt32}
