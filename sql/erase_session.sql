-- Everything that is kept of a session, or made of it. `traces` are its own, `shared` those that are others' as well.
ALTER TABLE @define(spans) DELETE
WHERE project = {project:String}
    AND
    (
        trace_id IN {traces:Array(String)}
        OR (trace_id IN {shared:Array(String)} AND (session_id = {session_id:String} OR span_id IN {spans:Array(String)}))
    );

ALTER TABLE @define(session_traces) DELETE
WHERE project = {project:String}
    AND
    (
        trace_id IN {traces:Array(String)}
        OR (trace_id IN {shared:Array(String)} AND session_id = {session_id:String})
    );

ALTER TABLE @define(protocol_calls) DELETE
WHERE project = {project:String} AND trace_id IN {traces:Array(String)};

ALTER TABLE @define(histories) DELETE
WHERE project = {project:String} AND trace_id IN {traces:Array(String)};

ALTER TABLE @define(tool_calls) DELETE
WHERE project = {project:String} AND (trace_id IN {traces:Array(String)} OR turn_id IN {turns:Array(String)});

ALTER TABLE @define(loops) DELETE
WHERE project = {project:String} AND (trace_id IN {traces:Array(String)} OR turn_id IN {turns:Array(String)});

ALTER TABLE @define(guard_decisions) DELETE
WHERE project = {project:String} AND (trace_id IN {traces:Array(String)} OR turn_id IN {turns:Array(String)});

ALTER TABLE @define(turn_verdicts) DELETE
WHERE project = {project:String} AND turn_id IN {turns:Array(String)};

ALTER TABLE @define(rejected_spans) DELETE
WHERE project = {project:String} AND trace_id IN {traces:Array(String)};

ALTER TABLE @define(loop_feedback) DELETE
WHERE project = {project:String} AND turn_id IN {turns:Array(String)};

ALTER TABLE @define(session_stops) DELETE
WHERE project = {project:String}
    AND session_id = {session_id:String}
    AND toUnixTimestamp64Milli(requested_at) < {before_ms:Int64};

ALTER TABLE @define(silences) DELETE
WHERE project = {project:String}
    AND
    (
        JSONExtractString(matcher, 'subject') = {session_id:String}
        OR JSONExtractString(matcher, 'subject') IN {turns:Array(String)}
    );

ALTER TABLE @define(alert_events) DELETE
WHERE project = {project:String}
    AND ((scope = 'session' AND subject = {session_id:String}) OR (scope = 'turn' AND subject IN {turns:Array(String)}));

-- An alert that has not ended is still owed its end to those who heard of it.
ALTER TABLE @define(alert_deliveries) DELETE
WHERE project = {project:String} AND alert_id IN {alerts:Array(String)};

ALTER TABLE @define(alert_states) DELETE
WHERE project = {project:String} AND alert_id IN {alerts:Array(String)};

ALTER TABLE @define(alert_states) UPDATE session_id = '', turn_id = '', diagnosis = ''
WHERE project = {project:String}
    AND scope NOT IN ('session', 'turn')
    AND (session_id = {session_id:String} OR turn_id IN {turns:Array(String)})
