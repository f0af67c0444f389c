-- What was stored in (since, until], by the store's own clock. `until` trails the clock, so that nothing becomes visible
-- behind a reader who goes on from it; it comes as a row of its own. No FINAL: a row that was written is news as it is.
WITH now64(3, 'UTC') - toIntervalMillisecond(500) AS until
SELECT 'clock' AS source, until AS at, '' AS id, '' AS label, '' AS subject, '' AS summary
UNION ALL
SELECT *
FROM
(
    SELECT 'turn' AS source, stored_at AS at, turn_id AS id, verdict AS label, session_id AS subject, '' AS summary
    FROM turn_verdicts
    WHERE project = {project:String}
        AND stored_at > {since:DateTime64(3, 'UTC')} AND stored_at <= until
    ORDER BY at DESC
    LIMIT {limit:UInt32}
)
UNION ALL
SELECT *
FROM
(
    SELECT 'loop' AS source, stored_at AS at, loop_id AS id, kind AS label, turn_id AS subject, summary
    FROM loops
    WHERE project = {project:String} AND deleted = 0
        AND stored_at > {since:DateTime64(3, 'UTC')} AND stored_at <= until
    ORDER BY at DESC
    LIMIT {limit:UInt32}
)
UNION ALL
SELECT *
FROM
(
    SELECT 'alert' AS source, stored_at AS at, alert_id AS id, rule AS label, state AS subject, summary
    FROM alert_states
    WHERE project = {project:String}
        AND stored_at > {since:DateTime64(3, 'UTC')} AND stored_at <= until
    ORDER BY at DESC
    LIMIT {limit:UInt32}
)
