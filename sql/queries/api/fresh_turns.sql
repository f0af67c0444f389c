-- Turns (re-)resolved after a moment of the store's clock, oldest news first; one moment is never cut in two.
SELECT
    turn_id,
    session_id,
    trace_id,
    agent_name,
    started_at,
    verdict,
    loop_kinds,
    toUnixTimestamp64Micro(stored_at) AS stored_us
FROM turn_verdicts FINAL
WHERE project = {project:String} AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
ORDER BY stored_us
LIMIT {limit:UInt32} WITH TIES
