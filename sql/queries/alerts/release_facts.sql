-- Of each agent's latest version: how many loops of each kind it has, and how many its earlier versions had. A loop's own
-- version is named with its table: alone the name stands for the latest one of the answer.
WITH versions AS
(
    SELECT
        agent_name,
        agent_version,
        min(turn_verdicts.started_at) AS first_seen,
        count() AS turns
    FROM turn_verdicts FINAL
    WHERE project = {project:String}
        AND agent_version != ''
        AND (empty({agents:Array(String)}) OR has({agents:Array(String)}, agent_name))
        AND (empty({models:Array(String)}) OR has({models:Array(String)}, model))
        AND (empty({environments:Array(String)}) OR has({environments:Array(String)}, environment))
    GROUP BY agent_name, agent_version
),
releases AS
(
    SELECT
        agent_name,
        argMax(agent_version, (first_seen, agent_version)) AS latest,
        argMax(turns, (first_seen, agent_version)) AS turns,
        sum(versions.turns) AS all_turns,
        count() - 1 AS earlier_versions
    FROM versions
    GROUP BY agent_name
    HAVING earlier_versions > 0
)
SELECT
    concat(agent_name, ' ', latest, ' ', kind) AS id,
    agent_name,
    latest AS agent_version,
    kind,
    any(releases.turns) AS turns,
    any(releases.all_turns) - turns AS earlier_turns,
    any(releases.earlier_versions) AS earlier_versions,
    countIf(incidents.agent_version = latest) AS loops,
    countIf(incidents.agent_version != latest) AS earlier_loops,
    argMaxIf(tool, started_at, incidents.agent_version = latest) AS tool,
    argMaxIf(session_id, started_at, incidents.agent_version = latest) AS session_id,
    argMaxIf(turn_id, started_at, incidents.agent_version = latest) AS turn_id
FROM
(
    SELECT agent_name, agent_version, kind, tool, session_id, turn_id, started_at
    FROM loops FINAL
    WHERE project = {project:String}
        AND (empty({models:Array(String)}) OR has({models:Array(String)}, model))
        AND (empty({environments:Array(String)}) OR has({environments:Array(String)}, environment))
        AND (empty({tools:Array(String)}) OR has({tools:Array(String)}, tool))
) AS incidents
INNER JOIN releases ON releases.agent_name = incidents.agent_name
GROUP BY agent_name, latest, kind
HAVING loops > 0 AND ({after_id:String} = '' OR id > {after_id:String})
ORDER BY id
LIMIT {limit:UInt32}
