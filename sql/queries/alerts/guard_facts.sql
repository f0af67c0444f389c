-- What guards decided, one row per session, as it arrived in a window.
SELECT
    session_id,
    argMaxIf(agent_name, decided_at, agent_name != '') AS agent,
    argMaxIf(agent_version, decided_at, agent_version != '') AS version,
    argMaxIf(model, decided_at, model != '') AS last_model,
    argMaxIf(environment, decided_at, environment != '') AS last_environment,
    argMaxIf(turn_id, decided_at, turn_id != '') AS last_turn,
    argMaxIf(tool, decided_at, decision IN ('stop', 'refuse') AND tool != '') AS last_tool,
    count() AS decisions,
    countIf(decision IN ('stop', 'refuse') AND enforced = 1) AS blocks,
    countIf(decision IN ('stop', 'refuse') AND enforced = 0) AS observed_blocks,
    countIf(decision IN ('stop', 'refuse') AND kind IN ('call_ceiling', 'token_ceiling', 'cost_ceiling')) AS ceilings_reached,
    countIf(ceiling_state = 'expired') AS expired_ceilings,
    uniqExactIf(guard_decisions.turn_id, decision IN ('stop', 'refuse') AND code = 'repeated_call') AS repeated_call_stops
FROM guard_decisions FINAL
WHERE
    @include arrival_filter.sql
    AND (empty({tools:Array(String)}) OR has({tools:Array(String)}, guard_decisions.tool))
    AND ({after_id:String} = '' OR session_id > {after_id:String})
GROUP BY session_id
ORDER BY session_id
LIMIT {limit:UInt32}
