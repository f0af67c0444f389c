project = {project:String}
    AND started_at >= {from:DateTime64(3, 'UTC')}
    AND started_at < {to:DateTime64(3, 'UTC')}
    AND (empty({agents:Array(String)}) OR has({agents:Array(String)}, agent_name))
    AND (empty({models:Array(String)}) OR has({models:Array(String)}, model))
    AND (empty({versions:Array(String)}) OR has({versions:Array(String)}, agent_version))
    AND (empty({sessions:Array(String)}) OR has({sessions:Array(String)}, session_id))
    AND (empty({tools:Array(String)}) OR hasAny({tools:Array(String)}, tools))
