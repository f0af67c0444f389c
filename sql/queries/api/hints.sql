-- Marks of turns that tell which switch of their sender would send what is missing.
SELECT substring(mark, {prefix_length:UInt32} + 1) AS hint, count() AS turns
FROM
(
    SELECT arrayJoin(marks) AS mark
    FROM turn_verdicts FINAL
    WHERE project = {project:String}
        AND started_at >= {from:DateTime64(3, 'UTC')}
)
WHERE startsWith(mark, {prefix:String})
GROUP BY hint
ORDER BY turns DESC, hint
LIMIT 20
