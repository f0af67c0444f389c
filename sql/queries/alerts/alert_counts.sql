-- State now of the alerts, by rule.
SELECT rule, severity, state, toUInt8(muted != '') AS is_muted, count() AS alerts
FROM alert_states FINAL
WHERE project = {project:String}
GROUP BY rule, severity, state, is_muted
ORDER BY rule, severity, state, is_muted
