-- Page by page, like the alerts that they belong to.
SELECT *
FROM alert_deliveries FINAL
WHERE project = {project:String}
    AND (alert_id, receiver) > ({after:String}, {after_receiver:String})
    AND (told = 'firing' OR trying != '' OR updated_at >= {since:DateTime64(3, 'UTC')})
ORDER BY alert_id, receiver
LIMIT {limit:UInt32}
