SELECT *,
    toUnixTimestamp64Milli(started_at) + toInt64(least(greatest(duration_ms, 0), 1e12)) AS ended_ms,
    if({clock:String} = 'data', ended_ms, toUnixTimestamp64Milli(stored_at)) AS at_ms
FROM turn_stats
WHERE project = {project:String}
    AND if({clock:String} = 'data', started_at, stored_at) >= {from:DateTime64(3, 'UTC')}
    AND started_at < {to:DateTime64(3, 'UTC')}
ORDER BY at_ms DESC, turn_id
LIMIT {limit:UInt32}
