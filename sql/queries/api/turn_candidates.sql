-- Rows that match, whatever their version, from a place in the list on: those that stand are among them, and no merge
-- of all turns is needed to find them. Sorted by the column itself, of which the sort value only rounds: so the engine reads the other
-- columns where rows may still come first, and ids of the found rows alone. Those of the last value may be more than these.
SELECT
    turn_id,
    version,
    toUnixTimestamp64Micro(stored_at) AS stored_us,
    sort_value,
    {after_id:String} = '' OR (sort_value, turn_id) > ({after_value:Int64}, {after_id:String}) AS is_after
FROM
(
    SELECT
        turn_id,
        version,
        stored_at,
        if(calls = 0, NULL, distinct_signatures / calls) AS distinct_ratio,
        @include turn_sort.sql
        AS sort_value
    FROM turn_verdicts
    WHERE
        @include turn_matches.sql
        AND ({from_value:Int64} = -9007199254740991 OR sort_value >= {from_value:Int64})
    ORDER BY {column:Identifier}
    LIMIT {limit:UInt32}
)
ORDER BY sort_value, turn_id
