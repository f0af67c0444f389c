-- Of each turn or session asked for, the loop to speak of: an alert before a watch, then the one with the most calls.
SELECT *, length(loops.calls) AS call_count
FROM loops FINAL
WHERE project = {project:String}
    AND (has({turns:Array(String)}, turn_id) OR has({sessions:Array(String)}, session_id))
ORDER BY severity = 'alert' DESC, call_count DESC, loop_id
LIMIT 1 BY if(has({turns:Array(String)}, turn_id), turn_id, session_id)
