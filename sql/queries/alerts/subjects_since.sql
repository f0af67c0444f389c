-- Whom something arrived of, the oldest latest arrival first. No FINAL: what was replaced since is news as well.
SELECT
    if({scope:String} = 'session', session_id, turn_id) AS id,
    toUnixTimestamp64Micro(max(stored_at)) AS stored_us,
    toString(sum(toUnixTimestamp64Micro(stored_at))) AS arrivals,
    count() OVER () AS waiting
FROM turn_verdicts
WHERE project = {project:String} AND stored_at >= fromUnixTimestamp64Micro({after:Int64}, 'UTC')
GROUP BY id
HAVING stored_us > {after:Int64} OR id > {after_id:String}
ORDER BY stored_us, id
LIMIT {limit:UInt32}
