-- Loops of some turns, or of some sessions, counted by kind and severity.
SELECT turn_id, session_id, kind, severity, count() AS loops
FROM loops FINAL
WHERE project = {project:String}
    AND (has({turns:Array(String)}, turn_id) OR has({sessions:Array(String)}, session_id))
GROUP BY turn_id, session_id, kind, severity
