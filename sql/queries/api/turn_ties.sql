-- Rows that match and have one sort value, whatever their version, by turn id: the order in which they are stored, so that no
-- more is read than the page takes.
SELECT
    turn_id,
    version,
    toUnixTimestamp64Micro(stored_at) AS stored_us,
    if(calls = 0, NULL, distinct_signatures / calls) AS distinct_ratio,
    @include turn_sort.sql
    AS sort_value
FROM turn_verdicts
WHERE
    @include turn_matches.sql
    AND sort_value = {value:Int64}
    AND turn_id > {after_id:String}
ORDER BY project, turn_id
LIMIT {limit:UInt32}
