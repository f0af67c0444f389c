import { turnTotals } from '@loopscope/sql';
import type { LoopRow, Store, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

import { BASE_MS, callRow, turnRow } from '@loopscope/sql/placed-rows';
import { loopRow } from './rows.ts';

export interface Fleet {
  calls: ToolCallRow[];
  turns: TurnVerdictRow[];
  loops: LoopRow[];
}

/** Numbers in 0..1 that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function createPick(random: () => number): Maker['pick'] {
  return (items) => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
}

const TOOLS = ['search_orders', 'create_ticket', 'get_customer'] as const;
const KINDS = ['exact', 'empty', 'transport'] as const;

/** Turns of some agents within the test hour: many alike, so that sorts tie; some without calls, some with loops. */
export function makeFleet(turnCount: number): Fleet {
  const random = createRandom(7);
  const pick = createPick(random);
  const fleet: Fleet = { calls: [], turns: [], loops: [] };
  for (let index = 0; index < turnCount; index += 1) {
    const turnId = `turn-${String(index).padStart(3, '0')}`;
    const startMs = BASE_MS + Math.floor(random() * 12) * 300_000;
    const who = {
      turn_id: turnId,
      session_id: `session-${index % 9}`,
      trace_id: `trace-${index}`,
      agent_name: pick(['support', 'ops']),
      agent_version: pick(['1.0.0', '2.0.0']),
      model: pick(['model-a', 'model-b']),
    };
    const calls = makeCalls(Math.floor(random() * 6) * pick([0, 1, 1, 3]), {
      who,
      startMs,
      random,
      pick,
    });
    const loops = random() < 0.2 && calls.length > 2 ? [pick(KINDS)] : [];
    fleet.calls.push(...calls);
    fleet.loops.push(
      ...loops.map((kind) =>
        loopRow({ ...who, loop_id: `loop of ${turnId}`, kind, startMs, calls: [0, 1, 2] }),
      ),
    );
    fleet.turns.push(
      turnRow({
        ...who,
        startMs,
        trace_ids: [who.trace_id],
        duration_ms: pick([500, 1_000, 2_500.5]),
        ...turnTotals(calls),
        model_calls: calls.length + 1,
        input_tokens: calls.length * 100,
        output_tokens: calls.length * 10,
        cost: pick([0, 0.25]) * calls.length,
        verdict: loops.length > 0 ? 'loop' : 'healthy',
        loop_kinds: loops,
      }),
    );
  }
  return fleet;
}

interface Maker {
  who: Partial<ToolCallRow>;
  startMs: number;
  random: () => number;
  pick: <Item>(items: readonly Item[]) => Item;
}

function makeCalls(count: number, { who, startMs, random, pick }: Maker): ToolCallRow[] {
  const attempts = new Map<string, number>();
  const failed = new Set<string>();
  return Array.from({ length: count }, (_, seq) => {
    const tool = pick(TOOLS);
    const isKnown = random() > 0.1;
    const identity = isKnown ? pick(['1111111111111111', '2222222222222222']) : '';
    const errorClass = pick(['', '', '', 'timeout', 'validation']);
    const key = `${tool} ${identity} ${errorClass}`;
    const attempt = isKnown ? (attempts.get(key) ?? 0) + 1 : 1;
    attempts.set(key, attempt);
    const isRetry = isKnown && failed.has(identity);
    if (errorClass !== '') failed.add(identity);
    return callRow({
      ...who,
      span_id: `${who.turn_id}-${seq}`,
      seq,
      startMs: startMs + seq,
      tool,
      signature: isKnown ? `${identity.slice(1)}${pick(['a', 'b'])}` : '',
      identity,
      args_known: isKnown ? 1 : 0,
      outcome: errorClass === '' ? 'ok' : 'error',
      error_class: errorClass,
      error_family: errorClass === '' ? '' : errorClass === 'timeout' ? 'transport' : 'semantic',
      error_template: errorClass === '' ? '' : `${errorClass} of <id>`,
      result_kind: pick(['value', 'empty']),
      attempt,
      retry: isRetry ? 'transport' : '',
      eventual_success: isRetry && errorClass === '' ? 1 : 0,
      input_tokens: 100,
      output_tokens: 10,
    });
  });
}

export async function storeFleet(store: Store, { calls, turns, loops }: Fleet): Promise<void> {
  await store.insert('tool_calls', calls);
  await store.insert('turn_verdicts', turns);
  await store.insert('loops', loops);
}
