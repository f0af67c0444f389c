SELECT *
FROM session_deletions FINAL
WHERE project = {project:String}
    AND ({session_id:String} = '' OR session_id = {session_id:String})
    AND ({turn_id:String} = '' OR has(turn_ids, {turn_id:String}))
ORDER BY requested_at DESC, session_id, deletion_id
LIMIT {limit:UInt32}
