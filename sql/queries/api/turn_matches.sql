@include ../turn_filter.sql
    AND deleted = 0
    AND (empty({loops:Array(String)}) OR hasAny({loops:Array(String)}, loop_kinds))
    AND ({min_attempts:UInt32} = 0 OR max_attempts >= {min_attempts:UInt32})
    AND ({max_attempts:UInt32} = 4294967295 OR max_attempts <= {max_attempts:UInt32})
    -- Without a bound, turns without a ratio stay in.
    AND (({min_ratio:Float64} <= 0 AND {max_ratio:Float64} >= 1)
        OR (distinct_ratio >= {min_ratio:Float64} AND distinct_ratio <= {max_ratio:Float64}))
    AND (empty({identities:Array(String)})
        OR hasAny(identities, {identities:Array(String)})
        OR hasAny(signatures, {identities:Array(String)}))
    AND (empty({guards:Array(String)}) OR has({guards:Array(String)},
        @include guard_state.sql
        ))
    AND (empty({stops:Array(String)}) OR has({stops:Array(String)}, stop_reason))
    AND
        @include turn_text.sql
