-- First turns within the range: of a release, of a model with an agent, of a prompt's version. What ran before the range is
-- no news; what is the first of all its kind neither, there was nothing to change from. A turn under way has no agent yet, whose span
-- comes last: what an agent with a name ran before is no news of one without.
WITH seen AS
(
    SELECT 'release' AS kind, toString(agent_name) AS agent, toString(agent_version) AS name, min(turn_verdicts.started_at) AS first_at
    FROM turn_verdicts FINAL
    WHERE project = {project:String} AND agent_version != ''
    GROUP BY agent, name
    UNION ALL
    SELECT 'model' AS kind, toString(agent_name) AS agent, toString(model) AS name, min(turn_verdicts.started_at) AS first_at
    FROM turn_verdicts FINAL
    WHERE project = {project:String} AND model != ''
    GROUP BY agent, name
    UNION ALL
    SELECT
        'prompt' AS kind,
        toString(agent_name) AS agent,
        JSONExtractString(attributes, 'gen_ai.prompt.version') AS name,
        min(spans.started_at) AS first_at
    FROM spans
    -- A version that was seen in the week before is no news; older spans are not read for it.
    WHERE project = {project:String}
        AND spans.started_at >= {from:DateTime64(3, 'UTC')} - toIntervalDay(7)
        AND spans.kind IN ('agent', 'model')
        AND position(attributes, '"gen_ai.prompt.version"') > 0
    GROUP BY agent, name
)
SELECT kind, agent, name, first_at
FROM seen
WHERE name != ''
    AND first_at >= {from:DateTime64(3, 'UTC')}
    AND first_at < {to:DateTime64(3, 'UTC')}
    AND (empty({agents:Array(String)}) OR has({agents:Array(String)}, agent))
    AND (agent != '' OR (kind, name) NOT IN (SELECT kind, name FROM seen WHERE agent != ''))
    AND (kind, agent, first_at) NOT IN (SELECT kind, agent, min(first_at) FROM seen WHERE name != '' GROUP BY kind, agent)
ORDER BY first_at, kind, agent, name
LIMIT 100
