-- One row: what the guards of the matching turns did. `fired`: turns in which a guard stopped or refused a call, or would
-- have. Loops are those worth an alert.
WITH matching AS
(
    SELECT turn_id, agent_name, guard_mode, guard_stops, verdict
    FROM turn_verdicts FINAL
    WHERE
        @include ../turn_filter.sql
),
alerting AS
(
    SELECT turn_id, count() AS loops
    FROM loops FINAL
    WHERE project = {project:String}
        AND severity = 'alert'
        AND turn_id IN (SELECT turn_id FROM matching WHERE guard_mode != '')
    GROUP BY turn_id
),
guarded AS
(
    SELECT matching.*, alerting.loops AS alerting_loops
    FROM matching
    LEFT JOIN alerting ON alerting.turn_id = matching.turn_id
    WHERE guard_mode != ''
)
SELECT
    (SELECT count() FROM matching) AS turns,
    count() AS guarded_turns,
    sum(alerting_loops) AS loops,
    sumIf(alerting_loops, guard_stops = 0) AS loops_missed,
    countIf(guard_stops > 0 AND verdict = 'healthy') AS healthy_turns_stopped,
    sumMap(map(toString(guard_mode), toUInt64(1))) AS turns_by_mode,
    sumMap(map(toString(agent_name), toUInt64(1))) AS turns_by_agent,
    sumMap(map(toString(agent_name), toUInt64(guard_stops))) AS stops_by_agent,
    sumMap(map(toString(agent_name), toUInt64(alerting_loops))) AS loops_by_agent
FROM guarded
