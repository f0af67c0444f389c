SELECT *
FROM alert_reports FINAL
WHERE project = {project:String}
ORDER BY part
