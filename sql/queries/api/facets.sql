-- Turns by value of each facet. A facet is counted under every filter but its own, so that its other values stay to choose.
-- Tools are read apart from what a turn has one of: there are several a turn.
WITH narrowed AS
(
    SELECT
        agent_name,
        model,
        agent_version,
        tools,
        loop_kinds,
        verdict = 'loop' AS is_looping,
        @include guard_state.sql
        AS guard_state,
        stop_reason,
        empty({stops:Array(String)}) OR has({stops:Array(String)}, stop_reason) AS by_stop,
        empty({guards:Array(String)}) OR has({guards:Array(String)}, guard_state) AS by_guard,
        empty({agents:Array(String)}) OR has({agents:Array(String)}, agent_name) AS by_agent,
        empty({models:Array(String)}) OR has({models:Array(String)}, model) AS by_model,
        empty({versions:Array(String)}) OR has({versions:Array(String)}, agent_version) AS by_version,
        empty({tools:Array(String)}) OR hasAny({tools:Array(String)}, tools) AS by_tool,
        empty({loops:Array(String)}) OR hasAny({loops:Array(String)}, loop_kinds) AS by_loop
    FROM turn_verdicts FINAL
    WHERE project = {project:String}
        AND started_at >= {from:DateTime64(3, 'UTC')}
        AND started_at < {to:DateTime64(3, 'UTC')}
        AND (empty({sessions:Array(String)}) OR has({sessions:Array(String)}, session_id))
        AND ({min_attempts:UInt32} = 0 OR max_attempts >= {min_attempts:UInt32})
        AND ({max_attempts:UInt32} = 4294967295 OR max_attempts <= {max_attempts:UInt32})
        AND
            @include turn_text.sql
),
single AS
(
    SELECT
        multiIf(grouping(agent_name) = 0, 'agent', grouping(model) = 0, 'model', grouping(agent_version) = 0, 'version', grouping(guard_state) = 0, 'guard', grouping(stop_reason) = 0, 'stop', 'loop') AS facet,
        [toString(agent_name), toString(model), toString(agent_version), guard_state, toString(stop_reason)] AS own,
        loop_kinds AS kinds,
        multiIf(
            facet = 'agent', countIf(by_model AND by_version AND by_tool AND by_loop AND by_guard AND by_stop),
            facet = 'model', countIf(by_agent AND by_version AND by_tool AND by_loop AND by_guard AND by_stop),
            facet = 'version', countIf(by_agent AND by_model AND by_tool AND by_loop AND by_guard AND by_stop),
            facet = 'guard', countIf(by_agent AND by_model AND by_version AND by_tool AND by_loop AND by_stop),
            facet = 'stop', countIf(by_agent AND by_model AND by_version AND by_tool AND by_loop AND by_guard),
            countIf(by_agent AND by_model AND by_version AND by_tool AND by_guard AND by_stop)) AS turns,
        multiIf(
            facet = 'agent', countIf(is_looping AND by_model AND by_version AND by_tool AND by_loop AND by_guard AND by_stop),
            facet = 'model', countIf(is_looping AND by_agent AND by_version AND by_tool AND by_loop AND by_guard AND by_stop),
            facet = 'version', countIf(is_looping AND by_agent AND by_model AND by_tool AND by_loop AND by_guard AND by_stop),
            facet = 'guard', countIf(is_looping AND by_agent AND by_model AND by_version AND by_tool AND by_loop AND by_stop),
            facet = 'stop', countIf(is_looping AND by_agent AND by_model AND by_version AND by_tool AND by_loop AND by_guard),
            countIf(is_looping AND by_agent AND by_model AND by_version AND by_tool AND by_guard AND by_stop)) AS looping
    FROM narrowed
    GROUP BY GROUPING SETS ((agent_name), (model), (agent_version), (guard_state), (stop_reason), (loop_kinds))
)
SELECT facet, value, sum(found.turns) AS turns, sum(found.looping) AS looping
FROM
(
    SELECT
        facet,
        arrayJoin(if(facet = 'loop', arrayMap(kind -> toString(kind), kinds), [arrayStringConcat(own)])) AS value,
        turns,
        looping
    FROM single
    UNION ALL
    SELECT 'tool' AS facet, toString(arrayJoin(tools)) AS value, count() AS turns, countIf(is_looping) AS looping
    FROM narrowed
    WHERE by_agent AND by_model AND by_version AND by_loop AND by_guard AND by_stop
    GROUP BY value
) AS found
WHERE value != '' AND found.turns > 0
GROUP BY facet, value
ORDER BY facet, turns DESC, value
LIMIT 50 BY facet
