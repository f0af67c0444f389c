-- Loops of some turns, or of some sessions, counted by kind and severity.
SELECT turn_id, session_id, kind, severity, count() AS loops
FROM loops FINAL
WHERE project = {project:String}
    AND (turn_id IN {turns:Array(String)} OR session_id IN {sessions:Array(String)})
GROUP BY turn_id, session_id, kind, severity
