SELECT *
FROM alert_events FINAL
WHERE project = {project:String} AND alert_id = {alert_id:String}
ORDER BY at DESC, kind, receiver
LIMIT {limit:UInt32}
