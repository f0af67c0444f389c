SELECT *
FROM alert_deliveries FINAL
WHERE project = {project:String}
    AND (told = 'firing' OR trying != '' OR updated_at >= {since:DateTime64(3, 'UTC')})
ORDER BY updated_at DESC, alert_id, receiver
LIMIT {limit:UInt32}
