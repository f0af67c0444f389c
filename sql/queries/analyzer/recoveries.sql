-- What was done between such a failure of a tool and its success, in other turns: of the calls that succeeded between them the last one
-- that is not known to have only looked, else the last look.
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
    SELECT goal.turn_id AS turn_id, goal.identity AS identity, failed.failed_at AS failed_at, min(goal.seq) AS succeeded_at
    FROM (SELECT turn_id, identity, seq FROM tool_calls FINAL WHERE project = {project:String} AND tool = {tool:String} AND outcome = 'ok') AS goal
    INNER JOIN failed ON failed.turn_id = goal.turn_id AND failed.identity = goal.identity
    WHERE goal.seq > failed.failed_at
    GROUP BY turn_id, identity, failed_at
),
helped AS
(
    SELECT succeeded.turn_id AS turn_id, succeeded.identity AS identity, argMax(between.tool, (between.effect != 'read', between.seq)) AS tool
    FROM
    (
        SELECT turn_id, seq, tool, effect
        FROM tool_calls FINAL
        WHERE project = {project:String} AND tool != {tool:String} AND outcome = 'ok'
    ) AS between
    INNER JOIN succeeded ON succeeded.turn_id = between.turn_id
    WHERE between.seq > succeeded.failed_at AND between.seq < succeeded.succeeded_at
    GROUP BY turn_id, identity
)
SELECT tool, uniqExact(turn_id) AS turns
FROM helped
GROUP BY tool
ORDER BY turns DESC, tool
LIMIT {limit:UInt32}
