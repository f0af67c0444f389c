-- Orders to stop a session, the latest first, each with the moment at which a guard first acted on it. `standing`: only
-- those that a guard is to follow at `at`.
WITH reached AS
(
    SELECT session_id, groupArray((decided_at, in_flight)) AS acts
    FROM guard_decisions FINAL
    WHERE project = {project:String} AND kind = 'outside_stop'
    GROUP BY session_id
)
SELECT
    stops.*,
    arrayFirstOrNull(act -> act.1 >= stops.requested_at - toIntervalSecond(1), arraySort(reached.acts)).1 AS reached_at
FROM
(
    SELECT *
    FROM session_stops FINAL
    WHERE project = {project:String}
        AND ({session_id:String} = '' OR session_id = {session_id:String})
        AND ({standing:UInt8} = 0 OR (state = 'standing' AND expires_at > {at:DateTime64(3, 'UTC')}))
    ORDER BY requested_at DESC, stop_id
    LIMIT {limit:UInt32}
) AS stops
LEFT JOIN reached ON reached.session_id = stops.session_id
ORDER BY requested_at DESC, stop_id
