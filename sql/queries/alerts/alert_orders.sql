-- Orders by their ids, or all that are open; the oldest first.
SELECT *
FROM alert_orders FINAL
WHERE project = {project:String}
    AND if(empty({ids:Array(String)}), state = 'open', has({ids:Array(String)}, order_id))
ORDER BY ordered_at, order_id
LIMIT 1000
