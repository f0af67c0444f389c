SELECT
    (SELECT toUnixTimestamp64Micro(max(stored_at)) FROM turn_verdicts WHERE project = {project:String}) AS turns,
    (SELECT toUnixTimestamp64Micro(max(stored_at)) FROM loops WHERE project = {project:String}) AS loops,
    (SELECT toUnixTimestamp64Micro(max(stored_at)) FROM alert_states WHERE project = {project:String}) AS alerts
