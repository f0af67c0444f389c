-- What guards decided in the spans that arrived in a window, one row per session.
WITH decisions AS
(
    SELECT
        agent_name,
        agent_version,
        model,
        environment,
        session_id,
        ingested_at,
        JSONExtractString(event, 'attributes', 'loopscope.guard.decision') AS decision,
        JSONExtractString(event, 'attributes', 'loopscope.guard.kind') AS kind,
        JSONExtractString(event, 'attributes', 'loopscope.guard.ceiling.state') AS ceiling_state,
        JSONExtractString(event, 'attributes', 'loopscope.guard.tool') AS guarded_tool
    FROM spans FINAL
    ARRAY JOIN JSONExtractArrayRaw(events) AS event
    WHERE project = {project:String}
        AND ingested_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
        AND ingested_at <= fromUnixTimestamp64Micro({until:Int64}, 'UTC')
        AND position(events, '"loopscope.guard"') > 0
        AND JSONExtractString(event, 'name') = 'loopscope.guard'
        AND (empty({agents:Array(String)}) OR has({agents:Array(String)}, agent_name))
        AND (empty({models:Array(String)}) OR has({models:Array(String)}, model))
        AND (empty({versions:Array(String)}) OR has({versions:Array(String)}, agent_version))
        AND (empty({environments:Array(String)}) OR has({environments:Array(String)}, environment))
)
SELECT
    session_id,
    argMax(agent_name, ingested_at) AS agent,
    argMax(agent_version, ingested_at) AS version,
    argMax(model, ingested_at) AS last_model,
    argMax(environment, ingested_at) AS last_environment,
    argMax(guarded_tool, ingested_at) AS tool,
    count() AS decisions,
    countIf(decision IN ('stop', 'refuse')) AS blocks,
    countIf(kind IN ('call_ceiling', 'token_ceiling', 'cost_ceiling')) AS ceilings_reached,
    countIf(ceiling_state = 'expired') AS expired_ceilings
FROM decisions
WHERE empty({tools:Array(String)}) OR has({tools:Array(String)}, guarded_tool)
GROUP BY session_id
ORDER BY session_id
LIMIT 1000
