import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  alertEvents,
  openAlerts,
  openDeliveries,
  migrate,
  openStore,
  turnTotals,
  type Store,
} from '@loopscope/sql';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { startAlerts, type Alerts } from './index.ts';
import { readShippedRules } from './rule/shipped.ts';
import { callRow, turnRow } from '@loopscope/sql/placed-rows';

interface Received {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** A receiver that answers with the statuses given, then 204. */
async function startReceiver(statuses: number[] = []) {
  const received: Received[] = [];
  const tries: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const status = statuses.shift() ?? 204;
      const id = String(request.headers['webhook-id']);
      tries.push(id);
      if (status < 300) received.push({ id, ...(JSON.parse(body) as Omit<Received, 'id'>) });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/hook`, received, tries };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('alerts', () => {
  let store: Store;
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-alerts-'));
  beforeAll(async () => {
    store = await openStore({ dataDir, retentionDays: 30 });
    await migrate(store);
    return async () => {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
  });

  let offsetMs = 0;
  let project = 0;
  let version = 0;
  afterEach(() => {
    offsetMs = 0;
    project += 1;
  });
  const projectName = () => `project-${project}`;

  function start(url: string): Alerts {
    const alerts = startAlerts({
      store,
      project: projectName(),
      rules: readShippedRules(),
      receivers: [{ name: 'ops', kind: 'webhook', url, secret: null }],
      allowedTargets: [['127.0.0.1', 32]],
      baseUrl: () => 'http://127.0.0.1:4319',
      fetch,
      intervalMs: 3_600_000,
      now: () => Date.now() + offsetMs,
      random: () => 0.5,
      log: () => undefined,
    });
    onTestFinished(() => alerts.close());
    return alerts;
  }

  /** A turn of so many calls for one purpose, as the analyzer would write it. */
  async function storeTurn(
    turnId: string,
    calls: number,
    given: { attempts?: number; effect?: 'read' | 'write'; errorClass?: string } = {},
  ) {
    version += 1;
    const { effect = 'read', errorClass = '' } = given;
    const rows = Array.from({ length: calls }, (_, seq) =>
      callRow({
        project: projectName(),
        trace_id: turnId,
        span_id: `${turnId}-${seq}`,
        turn_id: turnId,
        session_id: `session of ${turnId}`,
        seq,
        attempt: given.attempts === undefined ? seq + 1 : Math.min(seq + 1, given.attempts),
        effect,
        outcome: errorClass === '' ? 'ok' : 'error',
        error_class: errorClass,
        version: String(version),
      }),
    );
    await store.insert('tool_calls', rows);
    const verdict = {
      project: projectName(),
      turn_id: turnId,
      session_id: `session of ${turnId}`,
      trace_id: turnId,
    };
    await store.insert('turn_verdicts', [
      turnRow({ ...verdict, ...turnTotals(rows), version: String(version) }),
    ]);
  }

  const open = () => ({ project: projectName(), since: '2020-01-01 00:00:00.000', limit: 100 });
  const states = () => store.query(openAlerts, open());
  const deliveries = () => store.query(openDeliveries, open());

  it('tells of one incident once, with who, where and how often, and of its end once', async () => {
    const ops = await startReceiver();
    const alerts = start(ops.url);
    await storeTurn('t1', 5);
    await alerts.evaluate();
    expect(await states()).toEqual([]);

    await storeTurn('t1', 6);
    await alerts.evaluate();
    await until(() => ops.received.length === 1);
    await storeTurn('t1', 14);
    await alerts.evaluate();
    await alerts.evaluate();
    expect(ops.received).toMatchObject([
      {
        type: 'alert.firing',
        data: {
          rule: 'turn-max-attempts',
          severity: 'page',
          scope: 'turn',
          agent: 'support',
          session_id: 'session of t1',
          turn_id: 't1',
          summary:
            'support made 6 tool calls in one turn, 1 of them distinct; search_orders attempted 6 times for the same purpose',
          facts: { max_attempts: 6, tool_calls: 6 },
          url: 'http://127.0.0.1:4319/turns/t1',
        },
      },
    ]);

    offsetMs = 11 * 60_000;
    await alerts.evaluate();
    await until(() => ops.received.length === 2);
    await alerts.evaluate();
    await alerts.close();
    expect(ops.received[1]).toMatchObject({ type: 'alert.resolved', data: { state: 'resolved' } });
    expect(ops.received[1]?.data['dedup_key']).toBe(ops.received[0]?.data['dedup_key']);
    expect(ops.received.length).toBe(2);

    const [alert] = await states();
    const history = await store.query(alertEvents, {
      project: projectName(),
      alert_id: alert!.alert_id,
      limit: 10,
    });
    expect(
      history.map(({ kind, from_state, to_state, result }) => [kind, from_state, to_state, result]),
    ).toEqual([
      ['delivery', 'resolved', 'resolved', 'delivered'],
      ['transition', 'firing', 'resolved', 'resolved'],
      ['delivery', 'firing', 'firing', 'delivered'],
      ['transition', 'inactive', 'firing', 'firing'],
    ]);
  });

  it('does not tell again after a restart, and still tells of the end', async () => {
    const ops = await startReceiver();
    const first = start(ops.url);
    await storeTurn('t1', 6);
    await first.evaluate();
    await until(() => ops.received.length === 1);
    await first.close();

    const second = start(ops.url);
    await second.evaluate();
    await second.evaluate();
    expect(ops.tries.length).toBe(1);
    offsetMs = 11 * 60_000;
    await second.evaluate();
    await until(() => ops.received.length === 2);
    expect(ops.received[1]?.type).toBe('alert.resolved');
  });

  it('tries again with the same id until it is taken', async () => {
    const ops = await startReceiver([500, 503, 429]);
    const alerts = start(ops.url);
    await storeTurn('t1', 6);
    await alerts.evaluate();
    await until(() => ops.tries.length === 1);
    await alerts.evaluate();
    expect(ops.tries.length).toBe(1);
    for (const tries of [2, 3, 4]) {
      offsetMs += 10_000;
      await until(async () => {
        await alerts.evaluate();
        return ops.tries.length === tries;
      });
    }
    await until(() => ops.received.length === 1);
    await alerts.close();
    expect(new Set(ops.tries).size).toBe(1);
    expect(ops.tries.length).toBe(4);
    expect(await deliveries()).toMatchObject([{ told: 'firing', trying: '', tries: 0 }]);
  });

  it('owes what was decided and not delivered, over a restart too', async () => {
    const ops = await startReceiver([500]);
    const first = start(ops.url);
    await storeTurn('t1', 6);
    await first.evaluate();
    await until(() => ops.tries.length === 1);
    await first.close();
    expect(await deliveries()).toMatchObject([{ told: '', trying: 'firing', tries: 1 }]);

    const second = start(ops.url);
    await second.evaluate();
    await until(() => ops.received.length === 1);
    expect(new Set(ops.tries).size).toBe(1);
  });

  it('fires for a session that calls much and learns little, and for a write after a timeout', async () => {
    const ops = await startReceiver();
    const alerts = start(ops.url);
    await storeTurn('t1', 16, { attempts: 1 });
    await storeTurn('t2', 2, { effect: 'write', errorClass: 'timeout' });
    await storeTurn('t3', 2, { effect: 'write', errorClass: 'validation' });
    await alerts.evaluate();
    await until(() => ops.received.length === 2);
    await alerts.close();
    expect(
      ops.received
        .map(({ data }) => [data['rule'], data['session_id']].join(', '))
        .toSorted((left, right) => left.localeCompare(right)),
    ).toEqual(['repeated-side-effect, session of t2', 'session-call-count, session of t1']);
  });

  it('begins a new incident when a subject that was over fires again, even long after', async () => {
    const ops = await startReceiver();
    const alerts = start(ops.url);
    await storeTurn('t1', 6);
    await alerts.evaluate();
    await until(() => ops.received.length === 1);
    offsetMs = 11 * 60_000;
    await alerts.evaluate();
    await until(() => ops.received.length === 2);
    await until(async () => (await deliveries())[0]?.told === 'resolved');
    offsetMs = 3 * 3_600_000;
    await alerts.evaluate();
    offsetMs = 0;
    await storeTurn('t1', 9);
    await alerts.evaluate();
    await until(() => ops.received.length === 3);
    expect(ops.received.map(({ type }) => type)).toEqual([
      'alert.firing',
      'alert.resolved',
      'alert.firing',
    ]);
    expect(new Set(ops.tries).size).toBe(3);
  });

  it('evaluates by arrival: an old turn that arrives now fires', async () => {
    const ops = await startReceiver();
    const alerts = start(ops.url);
    await alerts.evaluate();
    await storeTurn('late', 7);
    await alerts.evaluate();
    await until(() => ops.received.length === 1);
    expect(ops.received[0]?.data['turn_id']).toBe('late');
  });
});
