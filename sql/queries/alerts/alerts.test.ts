import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { toInstant } from '../../index.ts';
import {
  alertDeliveryRow,
  alertStateRow,
  BASE_MS,
  callRow,
  PROJECT,
  turnRow,
} from '../../testing/placed-rows.ts';
import { sampleLoop } from '../../testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from '../../store/temporary-store.ts';
import { alertCounts } from './alert-counts.ts';
import { alertDeliveriesOf } from './alert-deliveries-of.ts';
import { alertEvents } from './alert-events.ts';
import { alertHistory } from './alert-history.ts';
import { alertNews } from './alert-news.ts';
import { alertPage } from './alert-page.ts';
import { alertRules } from './alert-rules.ts';
import { deadLetters } from './dead-letters.ts';
import { fleetFacts } from './fleet-facts.ts';
import { ingestionFacts } from './ingestion-facts.ts';
import { leaseHolder } from './lease-holder.ts';
import { loopsOf } from './loops-of.ts';
import { openAlerts } from './open-alerts.ts';
import { openDeliveries } from './open-deliveries.ts';
import { receiverHealth } from './receiver-health.ts';
import { releaseFacts } from './release-facts.ts';
import { sessionStatsOf } from './session-stats-of.ts';
import { silences } from './silences.ts';
import { subjectsSince } from './subjects-since.ts';
import { toolFacts } from './tool-facts.ts';
import { turnStatsOf } from './turn-stats-of.ts';
import { worstLoops } from './worst-loops.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

const AT = toInstant(BASE_MS);
const project = PROJECT;
const always = { project, after: '0', until: '9000000000000000' };
const anything = {
  agents: [],
  models: [],
  versions: [],
  environments: [],
  tools: [],
  after_id: '',
  limit: 1_000,
};

const STATE = alertStateRow();
const DELIVERY = alertDeliveryRow();

describe('alert states', () => {
  it('are open while they fire, or when they moved of late, and come in pages', async () => {
    const { store } = temporary;
    await store.insert('alert_states', [
      STATE,
      { ...STATE, alert_id: 'a2', state: 'resolved', updated_at: toInstant(BASE_MS + 1_000) },
      { ...STATE, alert_id: 'a3', state: 'resolved', updated_at: toInstant(BASE_MS - 1_000) },
    ]);
    const asked = { project, since: AT, after: '', limit: 1 };
    expect(await store.query(openAlerts, asked)).toMatchObject([{ alert_id: 'a1' }]);
    const rest = await store.query(openAlerts, { ...asked, after: 'a1', limit: 10 });
    expect(rest.map(({ alert_id: id }) => id)).toEqual(['a2']);
    const none = { states: [], rules: [], scopes: [], agents: [], sessions: [], turns: [] };
    const first = { project, ids: [], ...none, limit: 2, after_value: 0, after_id: '' };
    const page = await store.query(alertPage, first);
    expect(page.map(({ alert_id: id }) => id)).toEqual(['a2', 'a1']);
    const next = { ...first, after_value: page[1]!.sort_value, after_id: 'a1' };
    expect(await store.query(alertPage, next)).toMatchObject([{ alert_id: 'a3', starts: ['1'] }]);
    const firing = await store.query(alertPage, { ...first, states: ['firing'], turns: ['t1'] });
    expect(firing.length).toBe(1);
    expect(await store.query(alertCounts, { project })).toMatchObject([
      { state: 'firing', alerts: 1, is_muted: 0 },
      { state: 'resolved', alerts: 2 },
    ]);
  });

  it('have a history, one by one and all together', async () => {
    const { store } = temporary;
    const event = {
      project,
      alert_id: 'a1',
      at: AT,
      rule: 'r',
      scope: 'turn',
      subject: 't1',
      kind: 'transition' as const,
      from_state: 'inactive' as const,
      to_state: 'firing' as const,
      receiver: '',
      result: 'firing',
      summary: '',
    };
    await store.insert('alert_events', [event, { ...event, alert_id: 'a2' }]);
    expect(await store.query(alertEvents, { project, alert_id: 'a1', limit: 5 })).toEqual([event]);
    const all = await store.query(alertHistory, {
      project,
      from: AT,
      to: toInstant(BASE_MS + 1),
      rules: [],
      receivers: [],
      kinds: ['transition'],
      limit: 5,
      after_value: 0,
      after_id: '',
    });
    expect(all.map(({ alert_id: id }) => id)).toEqual(['a1', 'a2']);
  });
});

describe('deliveries', () => {
  it('are open while somebody waits, dead where refused, and tell how a receiver does', async () => {
    const { store } = temporary;
    await store.insert('alert_deliveries', [
      DELIVERY,
      { ...DELIVERY, receiver: 'log', told: 'firing', trying: '', reason: '', dead: 0 },
    ]);
    const since = toInstant(BASE_MS + 1);
    const open = { project, since, after: '', after_receiver: '', limit: 1 };
    expect(await store.query(openDeliveries, open)).toMatchObject([{ receiver: 'log' }]);
    const rest = { ...open, after: 'a1', after_receiver: 'log', limit: 10 };
    expect(await store.query(openDeliveries, rest)).toMatchObject([{ receiver: 'ops' }]);
    expect((await store.query(alertDeliveriesOf, { project, alert_id: 'a1' })).length).toBe(2);
    const letters = { project, limit: 5, after_value: 0, after_id: '' };
    expect(await store.query(deadLetters, letters)).toMatchObject([
      { receiver: 'ops', summary: 'it loops', state: 'firing', reason: 'answered 404' },
    ]);
    expect(await store.query(receiverHealth, { project })).toMatchObject([
      { receiver: 'log', told_at: AT, dead: 0, failed_at: null },
      { receiver: 'ops', told_at: null, waiting: 1, dead: 1, last_reason: 'answered 404' },
    ]);
  });
});

describe('silences and rules', () => {
  it('are news when they are written, and gone when deleted', async () => {
    const { store } = temporary;
    const [before] = await store.query(alertNews, { project });
    const silence = {
      project,
      silence_id: 's1',
      kind: 'silence' as const,
      created_at: AT,
      created_by: '',
      starts_at: AT,
      expires_at: toInstant(BASE_MS + 1_000),
      repeat: 'none' as const,
      window_seconds: 0,
      matcher: '{}',
      comment: '',
      version: '1',
      deleted: 0 as const,
    };
    await store.insert('silences', [silence]);
    expect(await store.query(silences, { project, at: AT })).toEqual([silence]);
    await store.insert('silences', [{ ...silence, version: '2', deleted: 1 }]);
    expect(await store.query(silences, { project, at: AT })).toEqual([]);
    const rule = { project, name: 'r', text: 'name: r', updated_at: AT, updated_by: '' };
    await store.insert('alert_rules', [{ ...rule, enabled: 1, version: '1', deleted: 0 }]);
    expect(await store.query(alertRules, { project })).toMatchObject([{ name: 'r', enabled: 1 }]);
    const [after] = await store.query(alertNews, { project });
    expect(after!.silences).not.toBe(before!.silences);
    expect(after!.rules).not.toBe(before!.rules);
    expect(Number(after!.now_us)).toBeGreaterThan(Number(after!.rules));
  });
});

describe('a lease', () => {
  it('belongs to the first claim of the latest term, as long as that one gives signs of life', async () => {
    const { store } = temporary;
    expect(await store.query(leaseHolder, { project })).toEqual([]);
    const claim = { project, term: 1, beat: 0 };
    await store.insert('alert_leases', [{ ...claim, holder: 'first' }]);
    await store.insert('alert_leases', [{ ...claim, holder: 'a second' }]);
    expect(await store.query(leaseHolder, { project })).toMatchObject([
      { term: 1, winner: 'first', released: 0 },
    ]);
    await store.insert('alert_leases', [{ ...claim, holder: 'first', beat: -1 }]);
    expect(await store.query(leaseHolder, { project })).toMatchObject([{ released: 1 }]);
    await store.insert('alert_leases', [{ ...claim, term: 2, holder: 'second' }]);
    expect(await store.query(leaseHolder, { project })).toMatchObject([
      { term: 2, winner: 'second', released: 0 },
    ]);
  });
});

describe('facts over a window of arrival', () => {
  it('count tools, turns, releases and ingestion', async () => {
    const { store } = temporary;
    const failed = { outcome: 'error', error_class: 'timeout', error_family: 'transport' } as const;
    await store.insert('tool_calls', [
      callRow({ ...failed, span_id: 'c1' }),
      callRow({ span_id: 'c2', seq: 1, retry: 'transport', eventual_success: 1, attempt: 2 }),
    ]);
    const loop = sampleLoop({ project, loop_id: 'l1', turn_id: 't2', agent_name: 'support' });
    await store.insert('turn_verdicts', [
      turnRow({ turn_id: 't1', calls: 2, max_attempts: 2, tools: ['search_orders'] }),
      turnRow({ turn_id: 't2', agent_version: '2', startMs: BASE_MS + 1, verdict: 'loop' }),
    ]);
    await store.insert('loops', [
      { ...loop, agent_version: '2', session_id: 'session-1' },
      {
        ...loop,
        loop_id: 'l0',
        turn_id: 't1',
        session_id: 'other',
        agent_version: '1',
        kind: 'cycle',
      },
      {
        ...loop,
        loop_id: 'l2',
        turn_id: 't3',
        session_id: 'other',
        agent_version: '2',
        kind: 'cycle',
      },
    ]);
    expect(await store.query(toolFacts, { ...always, ...anything })).toMatchObject([
      { tool: 'search_orders', retry_rate: 0.5, eventual_success_rate: 1, transport_share: 1 },
    ]);
    expect(await store.query(fleetFacts, { ...always, ...anything, by: 'agent' })).toMatchObject([
      { subject: 'support', turns: 2, max_attempts_p99: 2, looping_share: 0.5 },
    ]);
    expect(
      await store.query(fleetFacts, { ...always, ...anything, by: '', tools: ['other'] }),
    ).toEqual([]);
    expect(
      await store.query(releaseFacts, {
        project,
        agents: [],
        models: [],
        environments: [],
        tools: [],
        after_id: '',
        limit: 1_000,
      }),
    ).toMatchObject([
      { agent_version: '2', kind: 'cycle', loops: 1, earlier_loops: 1 },
      { agent_version: '2', kind: loop.kind, loops: 1, earlier_loops: 0, turn_id: 't2' },
    ]);
    expect(await store.query(ingestionFacts, always)).toMatchObject([
      { rejected_spans: 0, analyzer_lag_seconds: 0, seconds_since_span: null },
    ]);
    const page = { ...always, ...anything, by: 'version', limit: 1 } as const;
    const [first] = await store.query(fleetFacts, page);
    expect(await store.query(fleetFacts, { ...page, after_id: first!.subject })).toMatchObject([
      { subject: '2' },
    ]);
    const of = { project, turns: ['t2'], sessions: [] };
    expect(await store.query(loopsOf, of)).toMatchObject([{ turn_id: 't2', loops: 1 }]);
    const bySession = { project, turns: [], sessions: ['session-1'] };
    expect(await store.query(worstLoops, bySession)).toMatchObject([{ loop_id: 'l1' }]);
  });
});

describe('whom something arrived of', () => {
  it('comes in pages in the order of arrival, each once, with how many are still to come', async () => {
    const { store } = temporary;
    const rows = Array.from({ length: 5 }, (_, index) =>
      turnRow({ project: 'many', turn_id: `t${index}`, session_id: `s${index % 2}` }),
    );
    // All of one moment, but for one that comes again.
    await store.insert('turn_verdicts', rows);
    await store.insert('turn_verdicts', [turnRow({ ...rows[0]!, startMs: BASE_MS, version: '9' })]);
    const first = { project: 'many', scope: 'turn', after: '0', after_id: '', limit: 2 } as const;
    const seen: string[] = [];
    let place: { after: string; after_id: string } = first;
    for (const waiting of [5, 3, 1]) {
      const page = await store.query(subjectsSince, { ...first, ...place });
      expect(page[0]).toMatchObject({ waiting });
      seen.push(...page.map(({ id }) => id));
      place = { after: page.at(-1)!.stored_us, after_id: page.at(-1)!.id };
    }
    expect(seen).toEqual(['t1', 't2', 't3', 't4', 't0']);
    const sessions = await store.query(subjectsSince, { ...first, scope: 'session' });
    expect(sessions.map(({ id }) => id)).toEqual(['s1', 's0']);
    expect(await store.query(sessionStatsOf, { project: 'many', ids: ['s0'] })).toMatchObject([
      { session_id: 's0', turns: 3, stored_us: sessions[1]!.stored_us },
    ]);
    const turns = await store.query(turnStatsOf, { project: 'many', ids: ['t0', 't1'] });
    expect(turns.map(({ turn_id: id }) => id).toSorted()).toEqual(['t0', 't1']);
  });
});
