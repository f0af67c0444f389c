-- Nested, so that the engine drops the branches that are not asked for and reads one column.
    if({sort:String} = 'max_attempts', toInt64(max_attempts),
        if({sort:String} = 'started_at', toUnixTimestamp64Milli(started_at),
        if({sort:String} = 'calls', toInt64(calls),
        -- A turn without calls has no ratio: it comes last in both directions.
        if({sort:String} = 'distinct_ratio', toInt64(round(ifNull(distinct_ratio, if({descending:UInt8} = 1, -1, 2)) * 1e9)),
        if({sort:String} = 'duration_ms', toInt64(round(greatest(least(duration_ms, 1e12), -1e12) * 1e3)),
        if({sort:String} = 'cost', toInt64(round(greatest(least(cost, 1e6), 0) * 1e9)),
        toInt64(errors))))))) * if({descending:UInt8} = 1, -1, 1)
