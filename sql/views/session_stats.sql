-- One row per session: what its turns add up to. Distinct counts are over the whole session; a call whose arguments are
-- unknown counts as distinct from all others.
CREATE OR REPLACE VIEW @view(session_stats) AS
SELECT
    project,
    session_id,
    argMin(agent_name, (verdicts.started_at, turn_id)) AS agent_name,
    argMin(agent_version, (verdicts.started_at, turn_id)) AS agent_version,
    argMin(model, (verdicts.started_at, turn_id)) AS model,
    argMin(user_id, (verdicts.started_at, turn_id)) AS user_id,
    argMin(service, (verdicts.started_at, turn_id)) AS service,
    argMin(environment, (verdicts.started_at, turn_id)) AS environment,
    min(verdicts.started_at) AS started_at,
    max(verdicts.started_at + toIntervalMillisecond(toInt64(least(greatest(verdicts.duration_ms, 0), 1e12)))) AS last_seen_at,
    count() AS turns,
    sum(verdicts.calls) AS calls,
    arraySort(groupUniqArrayArray(verdicts.tools)) AS tools,
    uniqExactArray(verdicts.signatures) + sum(verdicts.distinct_signatures - length(verdicts.signatures)) AS distinct_signatures,
    uniqExactArray(verdicts.identities) + sum(verdicts.distinct_identities - length(verdicts.identities)) AS distinct_identities,
    if(calls = 0, NULL, distinct_signatures / calls) AS distinct_ratio,
    max(verdicts.max_attempts) AS max_attempts,
    -- Of the turns that reached it, the first.
    argMax(verdicts.max_attempts_tool, (verdicts.max_attempts, -toUnixTimestamp64Milli(verdicts.started_at), turn_id)) AS max_attempts_tool,
    sum(verdicts.errors) AS errors,
    sum(verdicts.empties) AS empties,
    sum(verdicts.retries) AS retries,
    sum(verdicts.failed_identities) AS failed_identities,
    sum(verdicts.eventual_successes) AS eventual_successes,
    sum(verdicts.retry_tokens) AS retry_tokens,
    sum(verdicts.retry_cost) AS retry_cost,
    sum(verdicts.side_effect_repeats) AS side_effect_repeats,
    sum(verdicts.input_tokens) AS input_tokens,
    sum(verdicts.output_tokens) AS output_tokens,
    sum(verdicts.cost) AS cost,
    countIf(verdict = 'loop') AS looping_turns,
    arraySort(groupUniqArrayArray(verdicts.loop_kinds)) AS loop_kinds,
    arraySort(groupUniqArrayArray(verdicts.marks)) AS marks,
    max(verdicts.stored_at) AS stored_at
FROM (SELECT *, stored_at FROM turn_verdicts FINAL) AS verdicts
GROUP BY project, session_id
