import {
  byName,
  each,
  groups,
  iso,
  only,
  savedBy,
  share,
  type Fields,
  type RouteClaim,
} from './claim.ts';
import { fleetClaims } from './fleet-claims.ts';
import { classOf, familyOf, intentOf, sum, totalsOf, type Call, type Turn } from './reference.ts';

/** Every route that tells of spans, over all that there is. Null: how many were rejected cannot be known. */
export function routeClaims(turns: readonly Turn[], rejected: number | null): RouteClaim[] {
  const calls = turns.flatMap((turn) => turn.calls);
  return [
    ...fleetClaims(turns, calls),
    ...listClaims(turns, calls),
    ...toolClaims(turns, calls),
    ...turns.slice(0, 5).flatMap((turn) => turnClaims(turn)),
    { path: 'deletions', told: (list: never) => list, wanted: [] },
    {
      path: 'status',
      told: only('spans'),
      wanted: [sum(turns, (turn) => 1 + turn.models.length + turn.calls.length)],
    },
    {
      path: 'ingestion',
      told: ({ spans, unresolved_traces, rejected: reasons }: never) => [
        spans,
        unresolved_traces,
        rejected === null ? null : each('reason', 'spans')(reasons),
      ],
      wanted: [
        sum(turns, (turn) => 1 + turn.models.length + turn.calls.length),
        0,
        rejected === null ? null : rejected === 0 ? [] : [['bad_trace_id', rejected]],
      ],
    },
  ];
}

const TURN_FIELDS = [
  'session_id',
  'trace_id',
  'agent',
  'agent_version',
  'model',
  'started_at',
  'duration_ms',
  'calls',
  'model_calls',
  'distinct_signatures',
  'distinct_identities',
  'max_attempts',
  'max_attempts_tool',
  'errors',
  'retries',
  'tool_ms',
  'model_ms',
  'input_tokens',
  'output_tokens',
  'loops',
];

function turnFields({ root, calls, models, distinct, maxAttempts, maxTool, isLoop }: Turn) {
  return [
    root.session,
    root.traceId,
    root.agent,
    root.version,
    root.model,
    iso(root.startMs),
    root.durationMs,
    calls.length,
    models.length,
    distinct,
    distinct,
    maxAttempts,
    maxTool,
    calls.filter(({ error }) => error !== '').length,
    calls.filter(({ retries }) => retries !== '').length,
    sum(calls, ({ durationMs }) => durationMs),
    sum(models, ({ durationMs }) => durationMs),
    sum(models, ({ inputTokens }) => inputTokens),
    sum(models, ({ outputTokens }) => outputTokens),
    isLoop ? ['empty'] : [],
  ];
}

function listClaims(turns: readonly Turn[], calls: readonly Call[]): RouteClaim[] {
  const looping = turns.filter(({ isLoop }) => isLoop);
  const sorts = ['-max_attempts', 'started_at', '-calls', 'distinct_ratio', '-duration_ms'];
  return [
    ...sorts.map((sort): RouteClaim => ({
      path: `turns?limit=50&sort=${sort}`,
      paged: true,
      told: each(...TURN_FIELDS),
      wanted: turns.map(turnFields),
    })),
    {
      path: 'sessions?limit=50',
      paged: true,
      told: each(
        'session_id',
        'agent',
        'started_at',
        'last_seen_at',
        'turns',
        'calls',
        'distinct_signatures',
        'max_attempts',
        'errors',
        'input_tokens',
        'loops',
      ),
      wanted: turns.map(({ root, calls: own, models, distinct, maxAttempts, isLoop }) => [
        root.session,
        root.agent,
        iso(root.startMs),
        iso(root.startMs + root.durationMs),
        1,
        own.length,
        distinct,
        maxAttempts,
        own.filter(({ error }) => error !== '').length,
        sum(models, ({ inputTokens }) => inputTokens),
        isLoop ? ['empty'] : [],
      ]),
    },
    {
      path: 'loops?limit=50',
      paged: true,
      told: each('session_id', 'kind', 'tool', 'calls'),
      wanted: looping.map((turn) => [
        turn.root.session,
        'empty',
        turn.maxTool,
        turn.calls.map(({ index }) => index),
      ]),
    },
    {
      path: 'signatures?limit=50',
      paged: true,
      told: each('tool', 'calls', 'turns', 'sessions', 'max_attempts', 'errors', 'example'),
      wanted: groups(calls, intentOf).map((own) => {
        const { calls: made, maxAttempts, errors } = totalsOf(own, turns);
        return [own[0]?.tool, made, 1, 1, maxAttempts, errors, own[0]?.args];
      }),
    },
  ];
}

function errorClasses(calls: readonly Call[]): unknown[][] {
  const failed = calls.filter(({ error }) => error !== '');
  return [...Map.groupBy(failed, classOf)].map(([name, own]) => [name, own.length]);
}

function toolClaims(turns: readonly Turn[], calls: readonly Call[]): RouteClaim[] {
  const fields = [
    'tool',
    'calls',
    'turns',
    'errors',
    'empties',
    'retries',
    'retry_rate',
    'eventual_success_rate',
    'transport_share',
    'retry_tokens',
    'max_attempts',
    'loops',
  ];
  const tools = groups(calls, ({ tool }) => tool).map((own) => {
    const all = totalsOf(own, turns);
    const passing = own.filter((call) => familyOf(call) === 'transport').length;
    return [
      own[0]?.tool,
      all.calls,
      all.turns,
      all.errors,
      all.empties,
      all.retries,
      share(all.retries, all.calls),
      share(all.healedIntents, all.failedIntents),
      share(passing, all.errors),
      all.retryTokens,
      all.maxAttempts,
      all.loops,
    ];
  });
  return [
    { path: 'tools?limit=50', paged: true, told: each(...fields), wanted: tools },
    ...tools.map((tool): RouteClaim => ({
      path: `tools/${String(tool[0])}`,
      told: ({ tool: one, error_classes }: never) => [
        only(...fields)(one),
        byName(each('error_class', 'calls')(error_classes)),
      ],
      wanted: [tool, byName(errorClasses(calls.filter((call) => call.tool === tool[0])))],
    })),
  ];
}

/** The session page, and the trajectory of the turn that it names. */
function turnClaims(turn: Turn): RouteClaim[] {
  const { root, calls } = turn;
  const session = encodeURIComponent(root.session);
  return [
    {
      path: `sessions/${session}`,
      told: ({ session: one, turns }: never) => [
        only('session_id', 'calls')(one),
        each(...TURN_FIELDS)(turns),
      ],
      wanted: [[root.session, calls.length], [turnFields(turn)]],
    },
    {
      path: `turns/TURN_OF/${session}`,
      told: ({ turn: one, steps, loops, savings }: never) => [
        only(...TURN_FIELDS)(one),
        (steps as Fields[])
          .filter(({ kind }) => kind === 'tool')
          .map(only('span_id', 'tool', 'args', 'attempt', 'retry', 'error_class', 'started_at')),
        (steps as Fields[]).length,
        each('kind', 'calls')(loops),
        each('cap', 'calls')(savings).filter(([, saved]) => saved !== 0),
      ],
      wanted: [
        turnFields(turn),
        calls.map((call) => [
          call.spanId,
          call.tool,
          call.args,
          call.attempt,
          call.retries,
          classOf(call),
          iso(call.startMs),
        ]),
        1 + turn.models.length + calls.length,
        turn.isLoop ? [['empty', calls.map(({ index }) => index)]] : [],
        Array.from({ length: 10 }, (_, index) => [index + 1, savedBy(turn, index + 1)]).filter(
          ([, saved]) => saved !== 0,
        ),
      ],
    },
  ];
}
