-- How many rows there are of each trace, when the store took the first of them, and whether all of them lie as they were inserted: a part
-- of level 0 has never been merged, and of a merged one nobody can tell which older copies went into it.
SELECT
    trace_id,
    toUInt32(count()) AS spans,
    toString(min(spans.stored_at)) AS first_at,
    toUInt8(min(splitByChar('_', toString(_part))[4] = '0')) AS is_unmerged
FROM spans
WHERE project = {project:String} AND trace_id IN {trace_ids:Array(String)}
GROUP BY trace_id
