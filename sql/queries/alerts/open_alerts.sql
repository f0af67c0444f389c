-- What an evaluator must know when it begins: what is not over, and what ended of late. Page by page.
SELECT *
FROM alert_states FINAL
WHERE project = {project:String}
    AND alert_id > {after:String}
    AND (state IN ('firing', 'pending') OR updated_at >= {since:DateTime64(3, 'UTC')})
ORDER BY alert_id
LIMIT {limit:UInt32}
