-- Of each turn or session asked for, the loop to speak of: an alert before a watch, then the one with the most calls.
SELECT *, length(loops.calls) AS call_count
FROM loops FINAL
WHERE project = {project:String}
    AND (turn_id IN {turns:Array(String)} OR session_id IN {sessions:Array(String)})
ORDER BY severity = 'alert' DESC, call_count DESC, loop_id
LIMIT 1 BY if(turn_id IN {turns:Array(String)}, turn_id, session_id)
