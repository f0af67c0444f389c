SELECT *
FROM alert_states FINAL
WHERE project = {project:String}
    AND (empty({states:Array(String)}) OR has({states:Array(String)}, state))
ORDER BY updated_at DESC, alert_id
LIMIT {limit:UInt32}
