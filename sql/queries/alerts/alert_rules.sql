SELECT *
FROM alert_rules FINAL
WHERE project = {project:String}
ORDER BY name
