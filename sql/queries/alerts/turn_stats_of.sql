SELECT *, toUnixTimestamp64Micro(stored_at) AS stored_us
FROM turn_stats
WHERE project = {project:String} AND turn_id IN {ids:Array(String)}
