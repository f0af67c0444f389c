-- These sessions, added up over all their turns. Rows of any version lead to the turns by an index; what stands is read by
-- the turns' ids, so that nothing else has to be merged.
SELECT
    @include ../session_columns.sql
FROM
(
    SELECT *, stored_at
    FROM turn_verdicts FINAL
    WHERE project = {project:String}
        AND turn_id IN
        (
            SELECT turn_id
            FROM turn_verdicts
            WHERE project = {project:String} AND session_id IN {session_ids:Array(String)}
        )
        AND session_id IN {session_ids:Array(String)}
) AS verdicts
GROUP BY project, session_id
