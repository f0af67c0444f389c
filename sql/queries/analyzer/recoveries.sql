-- What was done between such a failure of a tool and its success, in other turns: the tool called last before the success.
WITH failed AS
(
    SELECT turn_id, identity, min(seq) AS failed_at
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND tool = {tool:String}
        AND outcome = 'error'
        AND error_template = {error_template:String}
        AND identity != ''
        AND turn_id != {turn_id:String}
    GROUP BY turn_id, identity
    LIMIT 10000
),
succeeded AS
(
    SELECT goal.turn_id AS turn_id, min(goal.seq) AS succeeded_at
    FROM (SELECT turn_id, identity, seq FROM tool_calls FINAL WHERE project = {project:String} AND tool = {tool:String} AND outcome = 'ok') AS goal
    INNER JOIN failed ON failed.turn_id = goal.turn_id AND failed.identity = goal.identity
    WHERE goal.seq > failed.failed_at
    GROUP BY turn_id, failed.identity
)
SELECT before.tool AS tool, uniqExact(before.turn_id) AS turns
FROM (SELECT turn_id, seq, tool FROM tool_calls FINAL WHERE project = {project:String} AND tool != {tool:String} AND outcome = 'ok') AS before
INNER JOIN succeeded ON succeeded.turn_id = before.turn_id
WHERE before.seq = succeeded.succeeded_at - 1
GROUP BY tool
ORDER BY turns DESC, tool
LIMIT {limit:UInt32}
