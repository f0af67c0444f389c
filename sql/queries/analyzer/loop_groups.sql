-- Incidents of the matching turns by what repeats and how: the latest of each group stands for it.
SELECT
    kind,
    shape,
    any(loops.tools) AS tools,
    count() AS loops,
    countIf(severity = 'alert') AS alerts,
    uniqExact(turn_id) AS turns,
    sum(length(loops.calls)) AS calls,
    max(length(loops.calls)) AS longest,
    sum(cost_ms) AS cost_ms,
    sum(cost_usd) AS cost_usd,
    sum(side_effects) AS side_effects,
    argMax(loop_id, loops.started_at) AS example_loop_id,
    argMax(turn_id, loops.started_at) AS example_turn_id,
    min(loops.started_at) AS first_at,
    max(loops.started_at) AS last_at
FROM loops FINAL
WHERE project = {project:String}
    AND turn_id IN
    (
        SELECT turn_id
        FROM turn_verdicts FINAL
        WHERE
            @include ../turn_filter.sql
    )
GROUP BY kind, shape
ORDER BY loops DESC, kind, shape
LIMIT {limit:UInt32}
