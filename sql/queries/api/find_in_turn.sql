-- Spans of the turn whose names or texts hold the words, with what stands around them; calls that stand in messages by those.
WITH verdict AS
(
    SELECT trace_ids, started_at, duration_ms
    FROM turn_verdicts FINAL
    WHERE project = {project:String} AND turn_id = {turn_id:String}
),
calls AS
(
    SELECT trace_id, span_id, seq, tool, source
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND trace_id IN (SELECT arrayJoin(trace_ids) FROM verdict)
        AND turn_id = {turn_id:String}
),
found AS
(
    SELECT
        trace_id, span_id, kind, started_at,
        multiIf(
            positionCaseInsensitiveUTF8(name, {words:String}) > 0, ('name', name),
            positionCaseInsensitiveUTF8(tool, {words:String}) > 0, ('name', tool),
            positionCaseInsensitiveUTF8(args, {words:String}) > 0, ('args', args),
            positionCaseInsensitiveUTF8(result, {words:String}) > 0, ('result', result),
            positionCaseInsensitiveUTF8(error_message, {words:String}) > 0, ('error', error_message),
            positionCaseInsensitiveUTF8(status_message, {words:String}) > 0, ('error', status_message),
            positionCaseInsensitiveUTF8(JSONExtractString(messages, 'said') AS said, {words:String}) > 0, ('text', said),
            positionCaseInsensitiveUTF8(JSONExtractString(messages, 'heard') AS heard, {words:String}) > 0, ('user_text', heard),
            ('', '')) AS hit
    FROM spans FINAL
    WHERE project = {project:String}
        AND trace_id IN (SELECT arrayJoin(trace_ids) FROM verdict)
        AND kind IN ('agent', 'model', 'tool')
        AND layer != 'log'
        AND (turn_id = '' OR turn_id = {turn_id:String})
        AND started_at >= (SELECT min(started_at) FROM verdict) - toIntervalMillisecond(1)
        AND started_at <= (SELECT max(started_at + toIntervalMillisecond(toInt64(least(greatest(duration_ms, 0), 1e12)))) FROM verdict) + toIntervalMillisecond(1)
        AND hit.1 != ''
    ORDER BY started_at, span_id
    LIMIT {limit:UInt32}
)
SELECT
    found.span_id AS span_id,
    if(calls.source IN ('span', 'logs'), toInt64(calls.seq), -1) AS call_seq,
    found.hit.1 AS place,
    substringUTF8(
        found.hit.2,
        greatest(1, toInt64(positionCaseInsensitiveUTF8(found.hit.2, {words:String})) - 40),
        lengthUTF8({words:String}) + 120) AS excerpt
FROM found
LEFT JOIN (SELECT * FROM calls WHERE source != 'messages') AS calls
    ON calls.trace_id = found.trace_id AND calls.span_id = found.span_id
WHERE found.kind != 'tool' OR calls.source != ''
ORDER BY found.started_at, span_id, call_seq
