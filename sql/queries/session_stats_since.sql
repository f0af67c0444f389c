-- Sessions of which anything arrived after a moment of the store's clock. No FINAL where news is looked for: what was
-- replaced since is news as well.
SELECT *, toUnixTimestamp64Micro(stored_at) AS stored_us
FROM session_stats
WHERE project = {project:String}
    AND session_id IN
    (
        SELECT session_id
        FROM turn_verdicts
        WHERE project = {project:String} AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
        GROUP BY session_id
        ORDER BY max(stored_at)
        LIMIT {limit:UInt32} WITH TIES
    )
ORDER BY stored_us
