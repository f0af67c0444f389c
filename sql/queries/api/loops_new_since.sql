-- Kinds and shapes of loops that began in turns of a version since a time, and never before in turns of any other version. What a
-- release has brought, or a model: `dimension` says which column is looked at.
WITH seen AS
(
    SELECT
        loops.kind AS kind,
        loops.shape AS shape,
        loops.loop_id AS loop_id,
        loops.turn_id AS turn_id,
        loops.severity AS severity,
        loops.started_at AS began_at,
        if({dimension:String} = 'model', verdicts.model, verdicts.agent_version) = {value:String} AS is_new
    FROM (SELECT * FROM loops FINAL WHERE project = {project:String}) AS loops
    INNER JOIN (SELECT turn_id, agent_version, model FROM turn_verdicts FINAL WHERE project = {project:String}) AS verdicts
        ON verdicts.turn_id = loops.turn_id
)
SELECT
    kind,
    shape,
    countIf(is_new) AS loops,
    uniqExactIf(turn_id, is_new) AS turns,
    countIf(is_new AND severity = 'alert') AS alerts,
    minIf(began_at, is_new) AS first_at,
    argMaxIf(loop_id, began_at, is_new) AS example_loop_id
FROM seen
GROUP BY kind, shape
HAVING loops > 0 AND countIf(NOT is_new) = 0 AND first_at >= {since:DateTime64(3, 'UTC')}
ORDER BY loops DESC, kind, shape
LIMIT {limit:UInt32}
