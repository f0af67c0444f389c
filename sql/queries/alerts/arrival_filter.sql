project = {project:String}
    AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
    AND stored_at <= fromUnixTimestamp64Micro({until:Int64}, 'UTC')
    AND (empty({agents:Array(String)}) OR has({agents:Array(String)}, agent_name))
    AND (empty({models:Array(String)}) OR has({models:Array(String)}, model))
    AND (empty({versions:Array(String)}) OR has({versions:Array(String)}, agent_version))
    AND (empty({environments:Array(String)}) OR has({environments:Array(String)}, environment))
