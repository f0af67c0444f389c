SELECT session_id, stop_id, requested_at, requested_by, reason, expires_at
FROM session_stops FINAL
WHERE project = {project:String} AND state = 'standing' AND expires_at > {at:DateTime64(3, 'UTC')}
ORDER BY session_id, requested_at, stop_id
