CREATE TABLE IF NOT EXISTS spans
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    span_id String CODEC(ZSTD(1)),
    parent_span_id String CODEC(ZSTD(1)),
    name LowCardinality(String),
    scope LowCardinality(String),
    service LowCardinality(String),
    environment LowCardinality(String),
    dialect LowCardinality(String),
    kind LowCardinality(String),
    kind_rule LowCardinality(String),
    start_ns Int64 CODEC(Delta, ZSTD(1)),
    end_ns Int64 CODEC(Delta, ZSTD(1)),
    started_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    duration_ms Float64 CODEC(ZSTD(1)),
    status LowCardinality(String),
    status_message String CODEC(ZSTD(3)),
    session_id String CODEC(ZSTD(1)),
    turn_id String CODEC(ZSTD(1)),
    user_id String CODEC(ZSTD(1)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    input_tokens Nullable(Int64),
    output_tokens Nullable(Int64),
    cached_input_tokens Nullable(Int64),
    finish_reason LowCardinality(String),
    tool LowCardinality(String),
    tool_kind LowCardinality(String),
    layer LowCardinality(String),
    call_id String CODEC(ZSTD(1)),
    args String CODEC(ZSTD(3)),
    args_known UInt8,
    args_size UInt32,
    result String CODEC(ZSTD(3)),
    result_known UInt8,
    result_size UInt32,
    outcome LowCardinality(String),
    error_class LowCardinality(String),
    error_template String CODEC(ZSTD(1)),
    error_message String CODEC(ZSTD(3)),
    signature String CODEC(ZSTD(1)),
    signature_version UInt16,
    identity String CODEC(ZSTD(1)),
    identity_fields Array(LowCardinality(String)),
    effect LowCardinality(String),
    result_kind LowCardinality(String),
    result_fingerprint String CODEC(ZSTD(1)),
    tagged_by LowCardinality(String),
    messages String CODEC(ZSTD(3)),
    guard String CODEC(ZSTD(1)),
    attributes String CODEC(ZSTD(3)),
    events String CODEC(ZSTD(3)),
    marks Array(LowCardinality(String)),
    position UInt32 CODEC(Delta, ZSTD(1)),
    ingested_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(started_at)
ORDER BY (project, trace_id, span_id)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS touched_traces
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    touched_at DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree()
ORDER BY (project, touched_at, trace_id)
TTL toDateTime(touched_at) + toIntervalDay(3)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE MATERIALIZED VIEW IF NOT EXISTS touched_traces_from_spans
TO touched_traces
AS SELECT DISTINCT project, trace_id, now64(6, 'UTC') AS touched_at
FROM spans;

CREATE TABLE IF NOT EXISTS session_traces
(
    project LowCardinality(String),
    session_id String CODEC(ZSTD(1)),
    trace_id String CODEC(ZSTD(1)),
    first_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    last_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    stored_at SimpleAggregateFunction(max, DateTime64(6, 'UTC'))
)
ENGINE = AggregatingMergeTree()
ORDER BY (project, session_id, trace_id)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE MATERIALIZED VIEW IF NOT EXISTS session_traces_from_spans
TO session_traces
AS SELECT
    project,
    session_id,
    trace_id,
    min(started_at) AS first_at,
    max(started_at) AS last_at,
    now64(6, 'UTC') AS stored_at
FROM spans
WHERE session_id != ''
GROUP BY project, session_id, trace_id;

CREATE TABLE IF NOT EXISTS protocol_calls
(
    project LowCardinality(String),
    service LowCardinality(String),
    tool String,
    trace_id String CODEC(ZSTD(1)),
    start_ns Int64 CODEC(Delta, ZSTD(1)),
    end_ns Int64 CODEC(Delta, ZSTD(1)),
    stored_at DateTime64(6, 'UTC')
)
ENGINE = MergeTree()
ORDER BY (project, service, tool, start_ns)
TTL toDateTime(stored_at) + toIntervalDay(3)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE MATERIALIZED VIEW IF NOT EXISTS protocol_calls_from_spans
TO protocol_calls
AS SELECT
    project,
    service,
    replaceRegexpOne(lower(toString(tool)), '^.*(__|[./:])', '') AS tool,
    trace_id,
    start_ns,
    end_ns,
    now64(6, 'UTC') AS stored_at
FROM spans
WHERE kind = 'tool' AND layer = 'protocol' AND session_id = '';

CREATE TABLE IF NOT EXISTS tool_calls
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    span_id String CODEC(ZSTD(1)),
    call_index UInt32,
    turn_id String CODEC(ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    seq UInt32,
    step UInt32,
    source LowCardinality(String),
    tool LowCardinality(String),
    tool_kind LowCardinality(String),
    call_id String CODEC(ZSTD(1)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    user_id String CODEC(ZSTD(1)),
    service LowCardinality(String),
    environment LowCardinality(String),
    start_ns Int64 CODEC(Delta, ZSTD(1)),
    started_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    duration_ms Float64 CODEC(ZSTD(1)),
    outcome LowCardinality(String),
    error_class LowCardinality(String),
    error_family LowCardinality(String),
    error_template String CODEC(ZSTD(1)),
    signature String CODEC(ZSTD(1)),
    identity String CODEC(ZSTD(1)),
    identity_fields Array(LowCardinality(String)),
    args_known UInt8,
    effect LowCardinality(String),
    result_kind LowCardinality(String),
    result_fingerprint String CODEC(ZSTD(1)),
    result_size UInt32,
    attempt UInt32,
    retry LowCardinality(String),
    eventual_success UInt8,
    loop_id String CODEC(ZSTD(1)),
    model_ms Float64 CODEC(ZSTD(1)),
    input_tokens Float64 CODEC(ZSTD(1)),
    output_tokens Float64 CODEC(ZSTD(1)),
    cost Float64 CODEC(ZSTD(1)),
    folded_spans Array(String) CODEC(ZSTD(1)),
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1)),
    INDEX by_turn turn_id TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_session session_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, deleted)
ORDER BY (project, trace_id, span_id, call_index)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS turn_verdicts
(
    project LowCardinality(String),
    turn_id String CODEC(ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    trace_id String CODEC(ZSTD(1)),
    trace_ids Array(String) CODEC(ZSTD(1)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    user_id String CODEC(ZSTD(1)),
    service LowCardinality(String),
    environment LowCardinality(String),
    started_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    duration_ms Float64 CODEC(ZSTD(1)),
    calls UInt32,
    model_calls UInt32,
    tools Array(LowCardinality(String)),
    signatures Array(String) CODEC(ZSTD(1)),
    identities Array(String) CODEC(ZSTD(1)),
    distinct_signatures UInt32,
    distinct_identities UInt32,
    max_attempts UInt32,
    max_attempts_tool LowCardinality(String),
    errors UInt32,
    empties UInt32,
    retries UInt32,
    failed_identities UInt32,
    eventual_successes UInt32,
    retry_tokens Float64 CODEC(ZSTD(1)),
    retry_cost Float64 CODEC(ZSTD(1)),
    guard_mode LowCardinality(String),
    guard_decisions UInt32,
    guard_stops UInt32,
    side_effect_repeats UInt32,
    tool_ms Float64 CODEC(ZSTD(1)),
    model_ms Float64 CODEC(ZSTD(1)),
    input_tokens Float64 CODEC(ZSTD(1)),
    output_tokens Float64 CODEC(ZSTD(1)),
    cached_input_tokens Float64 CODEC(ZSTD(1)),
    cost Float64 CODEC(ZSTD(1)),
    stop_reason LowCardinality(String),
    outcome LowCardinality(String),
    verdict LowCardinality(String),
    loop_kinds Array(LowCardinality(String)),
    marks Array(LowCardinality(String)),
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1)),
    INDEX by_session session_id TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_trace trace_ids TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_signature signatures TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_identity identities TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, deleted)
ORDER BY (project, turn_id)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS loops
(
    project LowCardinality(String),
    loop_id String CODEC(ZSTD(1)),
    turn_id String CODEC(ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    trace_id String CODEC(ZSTD(1)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    environment LowCardinality(String),
    kind LowCardinality(String),
    severity LowCardinality(String),
    tool LowCardinality(String),
    tools Array(LowCardinality(String)),
    identity String CODEC(ZSTD(1)),
    shape String CODEC(ZSTD(1)),
    calls Array(UInt32) CODEC(ZSTD(1)),
    started_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    duration_ms Float64 CODEC(ZSTD(1)),
    summary String CODEC(ZSTD(3)),
    test String CODEC(ZSTD(3)),
    fix_place LowCardinality(String),
    fix_text String CODEC(ZSTD(3)),
    cost_ms Float64 CODEC(ZSTD(1)),
    cost_input_tokens Float64 CODEC(ZSTD(1)),
    cost_output_tokens Float64 CODEC(ZSTD(1)),
    cost_usd Float64 CODEC(ZSTD(1)),
    side_effects UInt32,
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1)),
    INDEX by_turn turn_id TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, deleted)
ORDER BY (project, loop_id)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS resolved_traces
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    touched_at DateTime64(6, 'UTC'),
    touches UInt32
)
ENGINE = ReplacingMergeTree(touched_at)
ORDER BY (project, trace_id)
TTL toDateTime(touched_at) + toIntervalDay(4)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS rejected_spans
(
    project LowCardinality(String),
    rejected_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    reason LowCardinality(String),
    detail String CODEC(ZSTD(3)),
    trace_id String CODEC(ZSTD(1)),
    span_id String CODEC(ZSTD(1)),
    service LowCardinality(String),
    sample String CODEC(ZSTD(3)),
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree()
ORDER BY (project, rejected_at)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS alert_states
(
    project LowCardinality(String),
    alert_id String CODEC(ZSTD(1)),
    rule LowCardinality(String),
    scope LowCardinality(String),
    subject String CODEC(ZSTD(1)),
    state LowCardinality(String),
    severity LowCardinality(String),
    since DateTime64(3, 'UTC'),
    started_at DateTime64(3, 'UTC'),
    updated_at DateTime64(3, 'UTC'),
    summary String CODEC(ZSTD(3)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    environment LowCardinality(String),
    tool LowCardinality(String),
    session_id String CODEC(ZSTD(1)),
    turn_id String CODEC(ZSTD(1)),
    facts String CODEC(ZSTD(3)),
    labels String CODEC(ZSTD(3)),
    annotations String CODEC(ZSTD(3)),
    diagnosis String CODEC(ZSTD(3)),
    muted String CODEC(ZSTD(3)),
    starts Array(Int64),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (project, alert_id)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS alert_events
(
    project LowCardinality(String),
    alert_id String CODEC(ZSTD(1)),
    at DateTime64(3, 'UTC'),
    rule LowCardinality(String),
    scope LowCardinality(String),
    subject String CODEC(ZSTD(1)),
    kind LowCardinality(String),
    from_state LowCardinality(String),
    to_state LowCardinality(String),
    receiver LowCardinality(String),
    result String CODEC(ZSTD(3)),
    summary String CODEC(ZSTD(3)),
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = ReplacingMergeTree()
ORDER BY (project, alert_id, at, kind, to_state, receiver)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS alert_deliveries
(
    project LowCardinality(String),
    alert_id String CODEC(ZSTD(1)),
    receiver LowCardinality(String),
    rule LowCardinality(String),
    incident Int64,
    told LowCardinality(String),
    told_at DateTime64(3, 'UTC'),
    trying LowCardinality(String),
    doubtful UInt8,
    thread String CODEC(ZSTD(1)),
    tries UInt32,
    reason String CODEC(ZSTD(3)),
    dead UInt8,
    updated_at DateTime64(3, 'UTC'),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (project, alert_id, receiver)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS alert_rules
(
    project LowCardinality(String),
    name String,
    text String,
    enabled UInt8,
    updated_at DateTime64(3, 'UTC'),
    updated_by String,
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = ReplacingMergeTree(version, deleted)
ORDER BY (project, name)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS alert_leases
(
    project LowCardinality(String),
    term UInt32,
    holder String,
    beat Int32,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = MergeTree()
ORDER BY (project, term, beat, holder)
TTL toDateTime(stored_at) + toIntervalDay(1)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS silences
(
    project LowCardinality(String),
    silence_id String,
    kind LowCardinality(String),
    created_at DateTime64(3, 'UTC'),
    created_by String,
    starts_at DateTime64(3, 'UTC'),
    expires_at DateTime64(3, 'UTC'),
    repeat LowCardinality(String),
    window_seconds UInt32,
    matcher String,
    comment String,
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = ReplacingMergeTree(version, deleted)
ORDER BY (project, silence_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS declarations
(
    project LowCardinality(String),
    tool String,
    declaration String,
    removed UInt8,
    author String,
    reason String,
    changed_at DateTime64(3, 'UTC'),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = ReplacingMergeTree()
ORDER BY (project, tool, version)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS loop_feedback
(
    project LowCardinality(String),
    feedback_id String,
    loop_id String,
    turn_id String,
    kind LowCardinality(String),
    shape String,
    tools Array(LowCardinality(String)),
    verdict LowCardinality(String),
    reason String,
    author String,
    given_at DateTime64(3, 'UTC'),
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = ReplacingMergeTree()
ORDER BY (project, kind, shape, feedback_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS guard_decisions
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    span_id String CODEC(ZSTD(1)),
    position UInt32,
    turn_id String CODEC(ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    environment LowCardinality(String),
    decided_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    decision LowCardinality(String),
    kind LowCardinality(String),
    code LowCardinality(String),
    mode LowCardinality(String),
    enforced UInt8,
    tool LowCardinality(String),
    call_id String CODEC(ZSTD(1)),
    effect LowCardinality(String),
    attempt_key String CODEC(ZSTD(1)),
    attempts UInt32,
    tried Array(String) CODEC(ZSTD(1)),
    errors Array(String) CODEC(ZSTD(1)),
    saved_calls UInt32,
    ceiling_name LowCardinality(String),
    ceiling Nullable(Float64) CODEC(ZSTD(1)),
    ceiling_state LowCardinality(String),
    ceiling_reason String CODEC(ZSTD(1)),
    ceiling_ticket String CODEC(ZSTD(1)),
    ceiling_expires String CODEC(ZSTD(1)),
    spent Nullable(Float64) CODEC(ZSTD(1)),
    in_flight Array(String) CODEC(ZSTD(1)),
    stop_source LowCardinality(String),
    requested_by String CODEC(ZSTD(1)),
    reason String CODEC(ZSTD(1)),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1)),
    INDEX by_turn turn_id TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_session session_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (project, trace_id, span_id, position)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

CREATE TABLE IF NOT EXISTS session_stops
(
    project LowCardinality(String),
    session_id String,
    stop_id String,
    requested_at DateTime64(3, 'UTC'),
    requested_by String,
    reason String,
    expires_at DateTime64(3, 'UTC'),
    state LowCardinality(String),
    changed_at DateTime64(3, 'UTC'),
    changed_by String,
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (project, session_id, stop_id)
TTL toDateTime(stored_at) + toIntervalDay(3650)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;
