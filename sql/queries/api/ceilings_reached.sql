-- How often guards came to each of their ceilings since a moment. A rule of one ceiling needs not name it.
SELECT
    multiIf(
        ceiling_name != '', ceiling_name,
        kind = 'repeated_key', 'attempts_per_key',
        kind = 'empty_results', 'empty_results_per_tool',
        'attempts_per_signature'
    ) AS ceiling_name,
    count() AS reached
FROM guard_decisions FINAL
WHERE project = {project:String}
    AND (guard_decisions.ceiling_name != '' OR kind IN ('repeated_key', 'empty_results', 'repeated_signature'))
    AND decision = 'stop'
    AND decided_at >= {since:DateTime64(3, 'UTC')}
GROUP BY 1
ORDER BY 1
