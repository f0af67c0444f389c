-- First turns within the range: of a release, of a model with an agent, of a prompt's version. What ran before the range is
-- no news; what is the first of all its kind neither, there was nothing to change from. A turn under way has no agent yet, whose span
-- comes last: what an agent with a name ran before is no news of one without. All turns are read once.
WITH seen AS
(
    SELECT
        multiIf(grouping(agent_version) = 0, 'release', 'model') AS kind,
        toString(agent_name) AS agent,
        if(kind = 'release', toString(agent_version), toString(model)) AS name,
        min(turn_verdicts.started_at) AS first_at
    FROM turn_verdicts FINAL
    WHERE project = {project:String}
    GROUP BY GROUPING SETS ((agent_name, agent_version), (agent_name, model))
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
FROM
(
    SELECT
        *,
        min(first_at) OVER (PARTITION BY kind, agent) AS began_at,
        max(agent != '') OVER (PARTITION BY kind, name) AS is_of_an_agent
    FROM seen
    WHERE name != ''
)
WHERE first_at >= {from:DateTime64(3, 'UTC')}
    AND first_at < {to:DateTime64(3, 'UTC')}
    AND first_at > began_at
    AND (agent != '' OR is_of_an_agent = 0)
    AND (empty({agents:Array(String)}) OR has({agents:Array(String)}, agent))
ORDER BY first_at, kind, agent, name
LIMIT 100
