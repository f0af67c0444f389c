-- Traces that report a call of the given ones at the same time, service and tool, where no session joins them: a framework's
-- and an RPC client's. Both joins end at once where the store has no such client.
WITH
    toInt64(2000000) AS slack,
    lonely AS
    (
        SELECT trace_id, service, tool, start_ns, end_ns, started_at
        FROM spans
        WHERE project = {project:String}
            AND trace_id IN {trace_ids:Array(String)}
            AND kind = 'tool'
            AND layer = 'protocol'
            AND session_id = ''
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
)
ORDER BY trace_id, twin_id
LIMIT {limit:UInt32}
