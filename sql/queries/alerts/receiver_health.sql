SELECT
    receiver,
    maxOrNullIf(told_at, told != '') AS told_at,
    countIf(trying != '') AS waiting,
    countIf(dead = 1) AS dead,
    argMaxIf(reason, updated_at, reason != '') AS last_reason,
    maxOrNullIf(updated_at, reason != '') AS failed_at
FROM alert_deliveries FINAL
WHERE project = {project:String}
GROUP BY receiver
ORDER BY receiver
