-- Decisions of guards in the matching turns, by kind and by tool.
WITH decisions AS
(
    SELECT
        kind,
        tool,
        turn_id,
        decision IN ('stop', 'refuse') AND enforced = 1 AS is_enforced,
        decision IN ('stop', 'refuse') AND enforced = 0 AS is_observed,
        saved_calls
    FROM guard_decisions FINAL
    WHERE project = {project:String}
        AND turn_id IN
        (
            SELECT turn_id
            FROM turn_verdicts FINAL
            WHERE
                @include ../turn_filter.sql
        )
),
-- Each decision of a turn says how many calls were saved so far: the largest is the turn's.
saved AS
(
    SELECT sum(of_turn) AS saved_calls
    FROM (SELECT max(saved_calls) AS of_turn FROM decisions GROUP BY turn_id)
)
SELECT
    facet,
    value,
    count() AS decisions,
    countIf(is_enforced) AS enforced_stops,
    countIf(is_observed) AS observed_stops,
    uniqExactIf(turn_id, is_enforced OR is_observed) AS turns,
    (SELECT saved_calls FROM saved) AS saved_calls
FROM
(
    SELECT *, arrayJoin([('', ''), ('kind', toString(kind)), ('tool', toString(tool))]) AS pair, pair.1 AS facet, pair.2 AS value
    FROM decisions
)
GROUP BY facet, value
ORDER BY facet, enforced_stops + observed_stops DESC, decisions DESC, value
LIMIT 100 BY facet
