-- One row per session: its turns, and what its calls add up to. Distinct counts and identities are over the whole session;
-- a call whose arguments are unknown counts as distinct from all others.
CREATE OR REPLACE VIEW @view(session_stats) AS
WITH totals AS
(
    SELECT
        project,
        session_id,
        count() AS calls,
        uniqExactIf(sipHash64(signature), signature != '') + countIf(signature = '') AS distinct_signatures,
        uniqExactIf(sipHash64(identity), identity != '') + countIf(identity = '') AS distinct_identities,
        max(attempt) AS max_attempts,
        argMax(tool, (attempt, -start_ns)) AS max_attempts_tool,
        countIf(outcome = 'error') AS errors,
        countIf(retry != '') AS retries,
        uniqExactIf(sipHash64(turn_id, identity), outcome = 'error' AND identity != '') AS failed_identities,
        uniqExactIf(sipHash64(turn_id, identity), retry != '' AND eventual_success = 1) AS eventual_successes
    FROM tool_calls FINAL
    GROUP BY project, session_id
),
sessions AS
(
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
        max(verdicts.started_at + toIntervalMillisecond(toInt64(least(greatest(duration_ms, 0), 1e12)))) AS last_seen_at,
        count() AS turns,
        sum(verdicts.input_tokens) AS input_tokens,
        sum(verdicts.output_tokens) AS output_tokens,
        sum(verdicts.cost) AS cost,
        countIf(verdict = 'loop') AS looping_turns,
        arraySort(groupUniqArrayArray(verdicts.loop_kinds)) AS loop_kinds,
        arraySort(groupUniqArrayArray(verdicts.marks)) AS marks,
        max(verdicts.stored_at) AS stored_at
    FROM (SELECT *, stored_at FROM turn_verdicts FINAL) AS verdicts
    GROUP BY project, session_id
)
SELECT
    sessions.*,
    totals.calls AS calls,
    totals.distinct_signatures AS distinct_signatures,
    totals.distinct_identities AS distinct_identities,
    if(totals.calls = 0, NULL, totals.distinct_signatures / totals.calls) AS distinct_ratio,
    totals.max_attempts AS max_attempts,
    totals.max_attempts_tool AS max_attempts_tool,
    totals.errors AS errors,
    totals.retries AS retries,
    totals.failed_identities AS failed_identities,
    totals.eventual_successes AS eventual_successes
FROM sessions
LEFT JOIN totals ON totals.project = sessions.project AND totals.session_id = sessions.session_id
