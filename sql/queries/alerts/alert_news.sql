-- Whether anything moved that alerts are made of, and what the store's clock says: one cheap question for many dear ones.
SELECT
    (SELECT toUnixTimestamp64Micro(max(stored_at)) FROM turn_verdicts WHERE project = {project:String}) AS turns,
    (SELECT toUnixTimestamp64Micro(max(stored_at)) FROM silences WHERE project = {project:String}) AS silences,
    (SELECT toUnixTimestamp64Micro(max(stored_at)) FROM alert_rules WHERE project = {project:String}) AS rules,
    (SELECT toUnixTimestamp64Micro(max(stored_at)) FROM alert_orders WHERE project = {project:String}) AS orders,
    toUnixTimestamp64Micro(now64(6)) AS now_us
