-- Intents of the matching turns, the most repeated first. `search`: a part of the tool's name, or the beginning of a hash.
WITH intents AS
(
    SELECT
        tool,
        identity,
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
        argMaxIf((trace_id, span_id), start_ns, source = 'span') AS newest
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND identity != ''
        AND (empty({tools:Array(String)}) OR has({tools:Array(String)}, tool))
        AND ({search:String} = ''
            OR positionCaseInsensitiveUTF8(tool, {search:String}) > 0
            OR startsWith(identity, {search:String})
            OR startsWith(signature, {search:String}))
        AND turn_id IN
        (
            SELECT turn_id
            FROM turn_verdicts FINAL
            WHERE
                @include turn_filter.sql
        )
    GROUP BY tool, identity
),
page AS
(
    SELECT *, concat(tool, ' ', identity) AS id, -toInt64(least(max_attempts, 1000000)) * 1000000000 - toInt64(least(calls, 999999999)) AS sort_value
    FROM intents
    WHERE {after_id:String} = '' OR (sort_value, id) > ({after_value:Int64}, {after_id:String})
    ORDER BY sort_value, id
    LIMIT {limit:UInt32}
),
texts AS
(
    SELECT trace_id, span_id, args
    FROM spans FINAL
    WHERE project = {project:String}
        AND (trace_id, span_id) IN (SELECT tupleElement(newest, 1), tupleElement(newest, 2) FROM page)
)
SELECT page.*, texts.args AS example
FROM page
LEFT JOIN texts ON texts.trace_id = tupleElement(page.newest, 1) AND texts.span_id = tupleElement(page.newest, 2)
ORDER BY sort_value, id
