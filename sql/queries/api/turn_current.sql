-- Which row of each of these turns stands.
SELECT turn_id, version, toUnixTimestamp64Micro(stored_at) AS stored_us
FROM turn_verdicts FINAL
WHERE project = {project:String} AND turn_id IN {turn_ids:Array(String)}
