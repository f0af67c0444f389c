-- Intents of the matching turns, the most repeated first. `search`: a part of the tool's name, or the beginning of a hash.
-- The page is found by what orders it; only its intents are added up whole.
WITH matching AS
(
    SELECT turn_id
    FROM turn_verdicts FINAL
    WHERE
        @include ../turn_filter.sql
),
page AS
(
    SELECT
        tool,
        identity,
        -toInt64(least(max(attempt), 1000000)) * 1000000000 - toInt64(least(count(), 999999999)) AS sort_value
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND identity != ''
        AND (empty({tools:Array(String)}) OR has({tools:Array(String)}, tool))
        AND ({search:String} = ''
            OR positionCaseInsensitiveUTF8(tool, {search:String}) > 0
            OR startsWith(identity, {search:String})
            OR startsWith(signature, {search:String}))
        AND turn_id IN matching
    GROUP BY tool, identity
    HAVING {after_id:String} = '' OR (sort_value, concat(tool, ' ', identity)) > ({after_value:Int64}, {after_id:String})
    ORDER BY sort_value, concat(tool, ' ', identity)
    LIMIT {limit:UInt32}
),
intents AS
(
    SELECT
        tool,
        identity,
        concat(tool, ' ', identity) AS id,
        argMax(identity_fields, start_ns) AS last_identity_fields,
        uniqExact(signature) AS signatures,
        count() AS calls,
        uniqExact(turn_id) AS turns,
        uniqExact(session_id) AS sessions,
        max(attempt) AS max_attempts,
        countIf(outcome = 'error') AS errors,
        countIf(result_kind = 'empty') AS empties,
        uniqExactIf(result_fingerprint, result_fingerprint != '') AS distinct_results,
        uniqExactIf(loop_id, loop_id != '') AS loops,
        max(tool_calls.started_at) AS last_at,
        argMaxIf((trace_id, span_id), start_ns, source = 'span') AS newest,
        -toInt64(least(max_attempts, 1000000)) * 1000000000 - toInt64(least(calls, 999999999)) AS sort_value
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND (tool, identity) IN (SELECT tool, identity FROM page)
        AND ({search:String} = ''
            OR positionCaseInsensitiveUTF8(tool, {search:String}) > 0
            OR startsWith(identity, {search:String})
            OR startsWith(signature, {search:String}))
        AND turn_id IN matching
    GROUP BY tool, identity
),
texts AS
(
    SELECT trace_id, span_id, args
    FROM spans FINAL
    WHERE project = {project:String}
        AND (trace_id, span_id) IN (SELECT tupleElement(newest, 1), tupleElement(newest, 2) FROM intents)
)
SELECT intents.*, texts.args AS example
FROM intents
LEFT JOIN texts ON texts.trace_id = tupleElement(intents.newest, 1) AND texts.span_id = tupleElement(intents.newest, 2)
ORDER BY sort_value, id
