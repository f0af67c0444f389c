SELECT *, toUnixTimestamp64Milli(updated_at) AS sort_value
FROM alert_states FINAL
WHERE project = {project:String}
    AND (empty({ids:Array(String)}) OR has({ids:Array(String)}, alert_id))
    AND (empty({states:Array(String)}) OR has({states:Array(String)}, state))
    AND (empty({rules:Array(String)}) OR has({rules:Array(String)}, rule))
    AND (empty({scopes:Array(String)}) OR has({scopes:Array(String)}, scope))
    AND (empty({agents:Array(String)}) OR has({agents:Array(String)}, agent_name))
    AND (empty({sessions:Array(String)}) OR has({sessions:Array(String)}, session_id))
    AND (empty({turns:Array(String)}) OR has({turns:Array(String)}, turn_id))
    AND (empty({after_id:String}) OR (-sort_value, alert_id) > (-{after_value:Int64}, {after_id:String}))
ORDER BY sort_value DESC, alert_id
LIMIT {limit:UInt32}
