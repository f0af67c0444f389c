SELECT *, toUnixTimestamp64Milli(at) AS sort_value, concat(alert_id, ' ', kind, ' ', to_state, ' ', receiver) AS event_id
FROM alert_events FINAL
WHERE project = {project:String}
    AND at >= {from:DateTime64(3, 'UTC')}
    AND at < {to:DateTime64(3, 'UTC')}
    AND (empty({rules:Array(String)}) OR has({rules:Array(String)}, rule))
    AND (empty({receivers:Array(String)}) OR has({receivers:Array(String)}, receiver))
    AND (empty({kinds:Array(String)}) OR has({kinds:Array(String)}, kind))
    AND (empty({after_id:String}) OR (-sort_value, event_id) > (-{after_value:Int64}, {after_id:String}))
ORDER BY sort_value DESC, event_id
LIMIT {limit:UInt32}
