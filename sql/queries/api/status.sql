SELECT
    (SELECT (count(), countIf(kind != 'other')) FROM spans FINAL WHERE project = {project:String}) AS counted,
    counted.1 AS spans,
    counted.2 AS agent_spans,
    (SELECT maxOrNull(ingested_at) FROM spans WHERE project = {project:String}) AS last_span_at,
    (SELECT count() FROM turn_verdicts FINAL WHERE project = {project:String}) AS turns,
    (SELECT count() FROM rejected_spans WHERE project = {project:String}) AS rejected_spans
