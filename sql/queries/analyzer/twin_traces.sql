-- Traces that report a call of the given ones at the same time, service and tool, where no session joins them: a framework's
-- and an RPC client's. And traces of single model calls of which one answers what the other asked for. All joins end at once where
-- the store has no such client and no such model call.
WITH
    toInt64(2000000) AS slack,
    toInt64(1800000000000) AS longest_step,
    lonely AS
    (
        SELECT trace_id, service, tool, start_ns, end_ns, started_at
        FROM spans
        WHERE project = {project:String}
            AND trace_id IN {trace_ids:Array(String)}
            AND kind = 'tool'
            AND layer = 'protocol'
            AND session_id = ''
    ),
    -- From the spans: a trace may be seen as touched before what is made of its spans has followed.
    own AS
    (
        SELECT trace_id, toString(service) AS service, ends.1 AS side, ends.2 AS link, start_ns
        FROM spans
        ARRAY JOIN
            [
                ('asks', JSONExtractString(messages, 'history', 'asks')),
                ('answers', JSONExtractString(messages, 'history', 'answers'))
            ] AS ends
        WHERE project = {project:String}
            AND trace_id IN {trace_ids:Array(String)}
            AND kind = 'model'
            AND session_id = ''
            AND (parent_span_id = '' OR has(marks, 'from_log'))
            AND position(messages, '"history":{') > 0
            AND ends.2 != ''
    )
SELECT DISTINCT trace_id, twin_id
FROM
(
    SELECT frameworks.trace_id AS trace_id, clients.trace_id AS twin_id
    FROM
    (
        SELECT trace_id, toString(service) AS service, start_ns, end_ns,
            replaceRegexpOne(lower(toString(tool)), '^.*(__|[./:])', '') AS tool
        FROM spans
        WHERE project = {project:String}
            AND trace_id IN {trace_ids:Array(String)}
            AND kind = 'tool'
            AND layer != 'protocol'
    ) AS frameworks
    INNER JOIN
    (
        SELECT trace_id, toString(service) AS service, tool, start_ns, end_ns
        FROM protocol_calls
        WHERE project = {project:String}
    ) AS clients
    ON frameworks.service = clients.service AND frameworks.tool = clients.tool
    WHERE clients.start_ns >= frameworks.start_ns - slack
        AND clients.end_ns <= frameworks.end_ns + slack
        AND clients.trace_id != frameworks.trace_id
    UNION ALL
    SELECT clients.trace_id AS trace_id, frameworks.trace_id AS twin_id
    FROM
    (
        SELECT trace_id, toString(service) AS service, start_ns,
            start_ns + toInt64(duration_ms * 1e6) AS end_ns,
            replaceRegexpOne(lower(toString(tool)), '^.*(__|[./:])', '') AS tool
        FROM tool_calls
        WHERE project = {project:String}
            AND deleted = 0
            AND started_at BETWEEN (SELECT min(started_at) - toIntervalHour(1) FROM lonely) AND (SELECT max(started_at) FROM lonely)
    ) AS frameworks
    INNER JOIN
    (
        SELECT trace_id, toString(service) AS service, start_ns, end_ns,
            replaceRegexpOne(lower(toString(tool)), '^.*(__|[./:])', '') AS tool
        FROM lonely
    ) AS clients
    ON frameworks.service = clients.service AND frameworks.tool = clients.tool
    WHERE clients.start_ns >= frameworks.start_ns - slack
        AND clients.end_ns <= frameworks.end_ns + slack
        AND clients.trace_id != frameworks.trace_id
    UNION ALL
    SELECT own.trace_id AS trace_id, others.trace_id AS twin_id
    FROM own
    INNER JOIN
    (
        SELECT trace_id, service, link, side, start_ns FROM own
        UNION ALL
        SELECT trace_id, toString(service) AS service, link, toString(side) AS side, start_ns
        FROM histories
        WHERE project = {project:String} AND link IN (SELECT link FROM own)
    ) AS others
    ON own.service = others.service AND own.link = others.link
    WHERE own.side != others.side
        AND own.trace_id != others.trace_id
        AND abs(own.start_ns - others.start_ns) <= longest_step
)
ORDER BY trace_id, twin_id
LIMIT {limit:UInt32}
