import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { trajectory, turnPage } from '@loopscope/api/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createRandom } from '../ledger/plan.ts';
import { exportRequest, spansOf, type Span } from '../otlp.ts';
import { startLoopscope, type Loopscope } from './process.ts';
import { postTo } from './traffic.ts';

let folder: string;
const running: Loopscope[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-order-'));
});
afterEach(async () => {
  for (const process of running.splice(0)) await process.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Loopscope> {
  const loopscope = await startLoopscope({ folder });
  running.push(loopscope);
  return loopscope;
}

const DAY_MS = 86_400_000;
const startMs = Date.now() - DAY_MS - 3_600_000;
const SESSION = 'gen_ai.conversation.id';

/** Two calls of a turn that began more than a day ago; its session stands on its root alone, and one span came in two versions. */
function deliveries(name: string): Span[] {
  const call = { tool: 'search', args: { q: 1 }, result: [], modelMs: 5, toolMs: 5 };
  const spans = spansOf({ id: name, startMs, calls: [call, call] });
  for (const span of spans) {
    if (span.parentSpanId !== '')
      span.attributes = span.attributes.filter(({ key }) => key !== SESSION);
  }
  const [, tool] = spans;
  if (tool === undefined) throw new Error('a call has two spans');
  const later = {
    ...tool,
    endTimeUnixNano: `${BigInt(tool.endTimeUnixNano) + 1_000_000n}`,
    attributes: tool.attributes.map(({ key, value }) =>
      key === 'gen_ai.tool.call.result'
        ? { key, value: { stringValue: '["the later version"]' } }
        : { key, value },
    ),
  };
  return [...spans, later];
}

const ORDERS = 40;

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const send = async (loopscope: Loopscope, spans: readonly Span[]): Promise<void> => {
  expect((await postTo(loopscope.otlpHttp, exportRequest(spans)))?.status).toBe(200);
};

/** What people see of a turn, without the names that differ from turn to turn. */
async function seen({ ui }: Loopscope): Promise<Map<string, string>> {
  const from = new Date(startMs - DAY_MS).toISOString();
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${ui}/api/v1/${path}`)).json();
  const { items } = turnPage.parse(await get(`turns?limit=500&from=${from}`));
  const told = await Promise.all(
    items.map(async ({ turn_id, session_id }): Promise<[string, string]> => {
      const { turn, steps, loops } = trajectory.parse(
        await get(`turns/${encodeURIComponent(turn_id)}`),
      );
      const { calls, max_attempts, distinct_signatures, duration_ms, session_id: session } = turn;
      const shown = steps.map((step) => {
        const call = step.kind === 'tool' ? [step.args, step.result, step.attempt, step.step] : [];
        return [step.kind, step.offset_ms, step.duration_ms, call];
      });
      const totals = [calls, max_attempts, distinct_signatures, duration_ms, session !== ''];
      return [session_id, JSON.stringify([totals, shown, loops.map(({ kind }) => kind)])];
    }),
  );
  return new Map(told);
}

test('in any order, with a restart between, twice, in two versions and a day late: everybody sees the same', async () => {
  const random = createRandom(22);
  const names = Array.from({ length: ORDERS }, (_, index) => `order-${index}`);
  const plans = names.map((name) => shuffled(deliveries(name), random));
  const first = await start();
  for (const plan of plans) {
    const cut = Math.floor(random() * (plan.length + 1));
    for (const span of plan.splice(0, cut)) {
      await send(first, [span]);
      if (random() < 0.2) plan.push(span);
    }
  }
  await first.end('SIGKILL');
  const second = await start();
  await Promise.all(
    plans.map(async (plan) => {
      for (const span of plan) await send(second, [span]);
    }),
  );
  // On the way there may be fewer turns, or all of them without what comes last.
  await expect
    .poll(
      async () => {
        const views = await seen(second);
        const different = new Set(views.values());
        return {
          names: [...views.keys()].toSorted(),
          different: different.size,
          isLater: [...different].every((view) => view.includes('the later version')),
        };
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual({ names: names.toSorted(), different: 1, isLater: true });
  const [one = ''] = (await seen(second)).values();
  expect(JSON.parse(one)[0]).toEqual([2, 2, 1, 20, true]);
}, 180_000);
