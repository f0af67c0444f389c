import type { ToolCallRow, TurnVerdictRow } from '@loopscope/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';

import {
  alertPage,
  distinctRatioHistogram,
  loopPage,
  maxAttemptsHistogram,
  maxAttemptsSeries,
  overview,
  sessionDetail,
  sessionPage,
  status,
  toolDetail,
  toolPage,
  trajectory,
  turnPage,
} from './contract/index.ts';
import { countTurns, quantile, sum } from './testing/counted.ts';
import { makeFleet, storeFleet } from './testing/fleet.ts';
import { openTestStore, serve, type Served } from './testing/serve.ts';

const fleet = makeFleet(90);
let api: Served;

beforeAll(async () => {
  const { store, remove } = await openTestStore();
  await storeFleet(store, fleet);
  api = await serve(store);
  return async () => {
    await api.close();
    await remove();
  };
});

async function ask<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
): Promise<z.output<Schema>> {
  const answer = await api.get(path);
  expect(answer.status, answer.text).toBe(200);
  return schema.parse(answer.json);
}

const count = (turns: readonly TurnVerdictRow[]) => countTurns(turns, fleet.calls);

const FILTERS: [string, (turn: TurnVerdictRow) => boolean][] = [
  ['', () => true],
  ['agent=support', (turn) => turn.agent_name === 'support'],
  ['agent=support&agent=ops', () => true],
  ['model=model-b', (turn) => turn.model === 'model-b'],
  [
    'version=2.0.0&agent=ops',
    (turn) => turn.agent_version === '2.0.0' && turn.agent_name === 'ops',
  ],
  ['session=session-3', (turn) => turn.session_id === 'session-3'],
  ['agent=nobody', () => false],
  [
    'tool=create_ticket',
    (turn) =>
      fleet.calls.some((call) => call.turn_id === turn.turn_id && call.tool === 'create_ticket'),
  ],
  [
    'from=2026-03-01T00:10:00Z&to=2026-03-01T02:25:00%2B02:00',
    (turn) => turn.started_at >= '2026-03-01 00:10:00' && turn.started_at < '2026-03-01 00:25:00',
  ],
];

describe.each(FILTERS)('with the filter "%s"', (query, keeps) => {
  const counted = count(fleet.turns.filter(keeps));
  const called = counted.filter(({ calls }) => calls.length > 0);
  const calls = counted.flatMap((one) => one.calls);
  const retries = calls.filter(({ retry }) => retry !== '');
  const ids = new Set(counted.map(({ turn }) => turn.turn_id));
  const loops = fleet.loops.filter(({ turn_id: turnId }) => ids.has(turnId));

  it('the overview adds up to what was stored', async () => {
    const answer = await ask(overview, `/api/v1/overview?${query}`);
    const attempts = called.map(({ maxAttempts }) => maxAttempts);
    const ratios = called.map((one) => one.distinct / one.calls.length);
    const pairs = (rows: readonly ToolCallRow[]) =>
      new Set(rows.map(({ turn_id: turnId, identity }) => `${turnId} ${identity}`)).size;
    const failed = pairs(
      calls.filter(({ outcome, identity }) => outcome === 'error' && identity !== ''),
    );
    const healed = pairs(retries.filter((call) => call.eventual_success === 1));
    const tokens = sum(counted.map(({ turn }) => turn.input_tokens + turn.output_tokens));
    const money = sum(counted.map(({ turn }) => turn.cost));
    const byKind = new Map<string, number>();
    for (const { kind } of loops) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    expect(answer).toEqual({
      turns: counted.length,
      calls: calls.length,
      sessions: new Set(counted.map(({ turn }) => turn.session_id)).size,
      max_attempts: {
        p50: quantile(attempts, 0.5),
        p95: quantile(attempts, 0.95),
        p99: quantile(attempts, 0.99),
        max: attempts.length > 0 ? Math.max(...attempts) : null,
      },
      distinct_ratio: { p5: quantile(ratios, 0.05), p50: quantile(ratios, 0.5) },
      retry: {
        retries: retries.length,
        eventual_success_rate: failed > 0 ? healed / failed : null,
        token_share: tokens > 0 ? (retries.length * 110) / tokens : null,
        cost_share: money > 0 ? sum(retries.map(({ cost }) => cost)) / money : null,
      },
      loops: { total: loops.length, by_kind: Object.fromEntries(byKind), turns: loops.length },
      blind_turns: 0,
      stop_reasons: {},
    });
  });

  it('the series has a point for each step with calls, and no other', async () => {
    const answer = await ask(maxAttemptsSeries, `/api/v1/series/max-attempts?step=300&${query}`);
    const steps = Map.groupBy(called, ({ turn }) => turn.started_at);
    expect(answer).toEqual(
      [...steps]
        .toSorted(([left], [right]) => left.localeCompare(right))
        .map(([startedAt, turns]) => {
          const attempts = turns.map(({ maxAttempts }) => maxAttempts);
          return {
            t: `${startedAt.replace(' ', 'T')}Z`,
            turns: turns.length,
            p50: quantile(attempts, 0.5),
            p95: quantile(attempts, 0.95),
            p99: quantile(attempts, 0.99),
            max: Math.max(...attempts),
          };
        }),
    );
  });

  it('the histograms count each turn with calls once', async () => {
    const attempts = await ask(maxAttemptsHistogram, `/api/v1/histograms/max-attempts?${query}`);
    const byAttempts = Map.groupBy(called, ({ maxAttempts }) => maxAttempts);
    expect(attempts).toEqual(
      [...byAttempts]
        .map(([value, turns]) => ({ attempts: value, turns: turns.length }))
        .toSorted((left, right) => left.attempts - right.attempts),
    );

    const ratios = await ask(distinctRatioHistogram, `/api/v1/histograms/distinct-ratio?${query}`);
    expect(ratios.map(({ turns }) => turns)).toEqual(
      Array.from(
        { length: 10 },
        (_, bin) =>
          called.filter(
            (one) => Math.min(9, Math.floor((one.distinct * 10) / one.calls.length)) === bin,
          ).length,
      ),
    );
  });

  it('the turns are those, with their numbers', async () => {
    const answer = await ask(turnPage, `/api/v1/turns?limit=500&sort=started_at&${query}`);
    expect(answer.next_cursor).toBeNull();
    const expected = counted
      .toSorted((left, right) => byStart(left.turn, right.turn))
      .map((one) => ({
        turn_id: one.turn.turn_id,
        calls: one.calls.length,
        distinct_signatures: one.distinct,
        distinct_ratio: one.calls.length > 0 ? one.distinct / one.calls.length : null,
        max_attempts: one.maxAttempts,
        errors: one.calls.filter(({ outcome }) => outcome === 'error').length,
        retries: one.calls.filter(({ retry }) => retry !== '').length,
        cost: one.turn.cost === 0 && one.calls.length > 0 ? null : one.turn.cost,
        loops: one.turn.loop_kinds,
      }));
    expect(answer.items).toMatchObject(expected);
    expect(answer.items.length).toBe(expected.length);
  });

  it('the tools, the sessions and the loops are those of the matching turns', async () => {
    const tools = await ask(toolPage, `/api/v1/tools?${query}`);
    const asked = new URLSearchParams(query).getAll('tool');
    const byTool = Map.groupBy(calls, ({ tool }) => tool);
    expect(
      tools.items.map(({ tool, calls: total }) => `${tool} ${total}`).toSorted(byText),
    ).toEqual(
      [...byTool]
        .filter(([tool]) => asked.length === 0 || asked.includes(tool))
        .map(([tool, own]) => `${tool} ${own.length}`)
        .toSorted(byText),
    );

    const sessions = await ask(sessionPage, `/api/v1/sessions?${query}`);
    expect(sessions.items.map(({ session_id: id }) => id).toSorted(byText)).toEqual(
      [...new Set(counted.map(({ turn }) => turn.session_id))].toSorted(byText),
    );

    const found = await ask(loopPage, `/api/v1/loops?${query}`);
    expect(found.items.map(({ loop_id: id }) => id).toSorted(byText)).toEqual(
      loops.map(({ loop_id: id }) => id).toSorted(byText),
    );
  });
});

const byText = (left: string, right: string): number => left.localeCompare(right);
const byStart = (left: TurnVerdictRow, right: TurnVerdictRow): number =>
  byText(`${left.started_at} ${left.turn_id}`, `${right.started_at} ${right.turn_id}`);

describe('one of them', () => {
  it('a session has its turns in order, and totals over all of them', async () => {
    const own = fleet.turns.filter(({ session_id: id }) => id === 'session-4').toSorted(byStart);
    const answer = await ask(sessionDetail, '/api/v1/sessions/session-4');
    expect(answer.turns.map(({ turn_id: id }) => id)).toEqual(own.map(({ turn_id: id }) => id));
    expect(answer.session).toMatchObject({
      turns: own.length,
      calls: sum(own.map(({ calls }) => calls)),
      max_attempts: Math.max(...count(own).map(({ maxAttempts }) => maxAttempts)),
    });
  });

  it('a tool has its rates and how it fails', async () => {
    const own = fleet.calls.filter(({ tool }) => tool === 'create_ticket');
    const errors = own.filter(({ outcome }) => outcome === 'error');
    const timeouts = errors.filter((call) => call.error_class === 'timeout').length;
    const answer = await ask(toolDetail, '/api/v1/tools/create_ticket');
    expect(answer.tool).toMatchObject({
      calls: own.length,
      errors: errors.length,
      empties: own.filter((call) => call.result_kind === 'empty').length,
      retries: own.filter(({ retry }) => retry !== '').length,
      retry_rate: own.filter(({ retry }) => retry !== '').length / own.length,
      transport_share: timeouts / errors.length,
      semantic_share: (errors.length - timeouts) / errors.length,
    });
    expect(sum(answer.error_classes.map(({ calls }) => calls))).toBe(errors.length);
    expect(sum(answer.error_templates.map(({ calls }) => calls))).toBe(errors.length);
    expect(answer.error_templates[0]?.template).toMatch(/ of <id>$/);
  });

  it.each(fleet.turns.slice(0, 5))('turn $turn_id has its calls as steps', async (turn) => {
    const answer = await ask(trajectory, `/api/v1/turns/${turn.turn_id}`);
    const own = count([turn])[0]!;
    expect(answer.steps.map((step) => (step.kind === 'tool' ? step.attempt : null))).toEqual(
      own.calls.map(({ attempt }) => attempt),
    );
    expect(answer.loops.map(({ kind }) => kind)).toEqual(turn.loop_kinds);
  });

  it.each(['turns/none', 'sessions/none', 'tools/none'])('%s is not found', async (path) => {
    const answer = await api.get(`/api/v1/${path}`);
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });
});

describe('what runs', () => {
  it('says what it is and where to send spans', async () => {
    expect(await ask(status, '/api/v1/status')).toEqual({
      version: '0.1.0',
      otlp_http: 'http://127.0.0.1:4318',
      otlp_grpc: null,
      spans: 0,
      agent_spans: 0,
      last_span_at: null,
      ingestion: null,
    });
    expect(await ask(alertPage, '/api/v1/alerts')).toEqual({ items: [], next_cursor: null });
    expect((await api.get('/api/v1/rules')).json).toEqual([]);
    expect((await api.get('/healthz')).json).toEqual({ status: 'ok' });
    expect((await api.get('/readyz')).json).toEqual({ status: 'ok' });
  });

  it('has metrics whose buckets end at the number of turns with calls', async () => {
    const { text, headers } = await api.get('/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const withCalls = fleet.turns.filter(({ calls }) => calls > 0).length;
    expect(text).toContain(`loopscope_recent_turns ${fleet.turns.length}\n`);
    expect(text).toContain(`loopscope_recent_turn_attempts_bucket{le="+Inf"} ${withCalls}\n`);
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.]+)$/,
      );
    }
  });
});
