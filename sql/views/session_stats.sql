-- One row per session: its turns and what their calls add up to. The distinct counts are taken over the whole session.
CREATE OR REPLACE VIEW @view(session_stats) AS
WITH distinct_calls AS
(
    SELECT
        project,
        session_id,
        uniqExactIf(signature, signature != '') + countIf(signature = '') AS distinct_signatures,
        uniqExactIf(identity, identity != '') + countIf(identity = '') AS distinct_identities
    FROM tool_calls FINAL
    GROUP BY project, session_id
),
sessions AS
(
    SELECT
        project,
        session_id,
        argMin(agent_name, (turn_stats.started_at, turn_id)) AS agent_name,
        argMin(agent_version, (turn_stats.started_at, turn_id)) AS agent_version,
        argMin(model, (turn_stats.started_at, turn_id)) AS model,
        argMin(user_id, (turn_stats.started_at, turn_id)) AS user_id,
        argMin(service, (turn_stats.started_at, turn_id)) AS service,
        argMin(environment, (turn_stats.started_at, turn_id)) AS environment,
        min(turn_stats.started_at) AS started_at,
        max(turn_stats.started_at + toIntervalMillisecond(toInt64(least(greatest(duration_ms, 0), 1e12)))) AS last_seen_at,
        count() AS turns,
        sum(turn_stats.calls) AS calls,
        max(turn_stats.max_attempts) AS max_attempts,
        argMax(turn_stats.max_attempts_tool, turn_stats.max_attempts) AS max_attempts_tool,
        sum(turn_stats.errors) AS errors,
        sum(turn_stats.retries) AS retries,
        sum(turn_stats.failed_identities) AS failed_identities,
        sum(turn_stats.eventual_successes) AS eventual_successes,
        sum(turn_stats.input_tokens) AS input_tokens,
        sum(turn_stats.output_tokens) AS output_tokens,
        sum(turn_stats.cost) AS cost,
        countIf(verdict = 'loop') AS looping_turns,
        arraySort(groupUniqArrayArray(turn_stats.loop_kinds)) AS loop_kinds,
        arraySort(groupUniqArrayArray(turn_stats.marks)) AS marks,
        max(turn_stats.version) AS version,
        max(turn_stats.stored_at) AS stored_at
    FROM turn_stats
    GROUP BY project, session_id
)
SELECT
    sessions.*,
    distinct_calls.distinct_signatures AS distinct_signatures,
    distinct_calls.distinct_identities AS distinct_identities,
    if(sessions.calls = 0, NULL, distinct_calls.distinct_signatures / sessions.calls) AS distinct_ratio
FROM sessions
LEFT JOIN distinct_calls
    ON distinct_calls.project = sessions.project AND distinct_calls.session_id = sessions.session_id
