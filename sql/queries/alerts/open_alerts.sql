-- What an evaluator must know when it begins: what is not over, and what ended of late.
SELECT *
FROM alert_states FINAL
WHERE project = {project:String}
    AND (state IN ('firing', 'pending') OR updated_at >= {since:DateTime64(3, 'UTC')})
ORDER BY updated_at DESC, alert_id
LIMIT {limit:UInt32}
