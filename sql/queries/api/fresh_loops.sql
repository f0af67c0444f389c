SELECT loop_id, turn_id, session_id, kind, severity, summary, toUnixTimestamp64Micro(stored_at) AS stored_us
FROM loops FINAL
WHERE project = {project:String} AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
ORDER BY stored_us
LIMIT {limit:UInt32} WITH TIES
