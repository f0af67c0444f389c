SELECT *
FROM alert_deliveries FINAL
WHERE project = {project:String} AND alert_id = {alert_id:String}
ORDER BY receiver
