-- What a receiver refuses or keeps failing to take, with what it is about.
SELECT
    dead.alert_id AS alert_id,
    dead.receiver AS receiver,
    dead.rule AS rule,
    dead.trying AS trying,
    dead.tries AS tries,
    dead.reason AS reason,
    dead.updated_at AS updated_at,
    states.summary AS summary,
    states.state AS state,
    toUnixTimestamp64Milli(dead.updated_at) AS sort_value,
    concat(alert_id, ' ', receiver) AS letter_id
FROM (SELECT * FROM alert_deliveries FINAL WHERE project = {project:String} AND dead = 1) AS dead
LEFT JOIN (SELECT alert_id, summary, state FROM alert_states FINAL WHERE project = {project:String}) AS states
    ON states.alert_id = dead.alert_id
WHERE empty({after_id:String}) OR (-sort_value, letter_id) > (-{after_value:Int64}, {after_id:String})
ORDER BY sort_value DESC, letter_id
LIMIT {limit:UInt32}
