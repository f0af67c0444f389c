-- Turns by value of each facet. A facet is counted under every filter but its own, so that its other values stay to choose.
WITH narrowed AS
(
    SELECT
        agent_name,
        model,
        agent_version,
        tools,
        loop_kinds,
        verdict,
        empty({agents:Array(String)}) OR has({agents:Array(String)}, agent_name) AS by_agent,
        empty({models:Array(String)}) OR has({models:Array(String)}, model) AS by_model,
        empty({versions:Array(String)}) OR has({versions:Array(String)}, agent_version) AS by_version,
        empty({tools:Array(String)}) OR hasAny({tools:Array(String)}, tools) AS by_tool,
        empty({loops:Array(String)}) OR hasAny(loop_kinds, {loops:Array(String)}) AS by_loop
    FROM turn_stats
    WHERE project = {project:String}
        AND started_at >= {from:DateTime64(3, 'UTC')}
        AND started_at < {to:DateTime64(3, 'UTC')}
        AND (empty({sessions:Array(String)}) OR has({sessions:Array(String)}, session_id))
        AND max_attempts >= {min_attempts:UInt32}
        AND max_attempts <= {max_attempts:UInt32}
)
SELECT
    facet,
    value,
    count() AS turns,
    countIf(verdict = 'loop') AS looping
FROM
(
    SELECT
        by_agent, by_model, by_version, by_tool, by_loop, verdict,
        arrayJoin(arrayConcat(
            [('agent', toString(agent_name)), ('model', toString(model)), ('version', toString(agent_version))],
            arrayMap(tool -> ('tool', toString(tool)), tools),
            arrayMap(kind -> ('loop', toString(kind)), loop_kinds))) AS pair,
        pair.1 AS facet,
        pair.2 AS value
    FROM narrowed
)
WHERE value != ''
    AND (by_agent OR facet = 'agent')
    AND (by_model OR facet = 'model')
    AND (by_version OR facet = 'version')
    AND (by_tool OR facet = 'tool')
    AND (by_loop OR facet = 'loop')
GROUP BY facet, value
ORDER BY facet, turns DESC, value
LIMIT 50 BY facet
