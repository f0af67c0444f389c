-- How often guards came to each of their ceilings since a moment.
SELECT ceiling_name, count() AS reached
FROM guard_decisions FINAL
WHERE project = {project:String}
    AND ceiling_name != ''
    AND decision IN ('stop', 'refuse')
    AND decided_at >= {since:DateTime64(3, 'UTC')}
GROUP BY ceiling_name
ORDER BY ceiling_name
