-- Sessions of which anything arrived after a moment of the store's clock.
SELECT *, toUnixTimestamp64Micro(stored_at) AS stored_us
FROM session_stats
WHERE project = {project:String}
    AND session_id IN
    (
        SELECT session_id
        FROM turn_verdicts FINAL
        WHERE project = {project:String} AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
    )
ORDER BY stored_us
LIMIT {limit:UInt32} WITH TIES
