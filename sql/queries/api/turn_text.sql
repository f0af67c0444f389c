({text:String} = ''
    OR arrayExists(name -> positionCaseInsensitiveUTF8(name, {text:String}) > 0, tools)
    -- Decided before anything is read: a word that is no part of a hash leaves the columns of hashes alone.
    OR (match({text:String}, '^[0-9a-fA-F]+$')
        AND (arrayExists(hash -> startsWith(hash, lower({text:String})), identities)
            OR arrayExists(hash -> startsWith(hash, lower({text:String})), signatures)))
    OR sipHash64(turn_id) IN
    (
        SELECT DISTINCT sipHash64(turn_id)
        FROM tool_calls
        WHERE {text:String} != ''
            AND project = {project:String}
            AND started_at >= {from:DateTime64(3, 'UTC')} - toIntervalHour(1)
            AND started_at < {to:DateTime64(3, 'UTC')} + toIntervalHour(24)
            AND error_template != ''
            AND positionCaseInsensitiveUTF8(error_template, {text:String}) > 0
        LIMIT 50000
    ))
