({text:String} = ''
    OR arrayExists(name -> positionCaseInsensitiveUTF8(name, {text:String}) > 0, tools)
    OR arrayExists(template -> positionCaseInsensitiveUTF8(template, {text:String}) > 0, error_templates)
    -- Decided before anything is read: a word that is no part of a hash leaves the columns of hashes alone.
    OR (match({text:String}, '^[0-9a-fA-F]+$')
        AND (arrayExists(hash -> startsWith(hash, lower({text:String})), identities)
            OR arrayExists(hash -> startsWith(hash, lower({text:String})), signatures))))
