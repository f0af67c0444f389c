import type { SpanRow } from '@loopscope/sql';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { resolve } from '../testing/resolve.ts';
import { agentSpan, modelSpan, toolSpan } from '../testing/spans.ts';

/** What an agent did, from which both its telemetry and what must be found in that are told. */
interface Deed {
  tool: 'search' | 'create_ticket';
  question: number;
  fails: boolean;
  /** Which layers report it: the framework alone, an RPC client below it, and a server with a clock of its own below that. */
  layers: 1 | 2 | 3;
}

interface Step {
  /** Asked for together, and begun one after the other. */
  deeds: Deed[];
  /** Who does it: the agent itself, or one that a tool runs, whose spans may have lost their context. */
  by: 'itself' | 'helper' | 'helper in a trace of its own';
}

interface Work {
  steps: Step[];
  /** Traces that share the steps; several have no root, and the session alone joins them. */
  traces: 1 | 2;
  root: 'comes' | 'is lost' | 'is none';
}

const anyWork: fc.Arbitrary<Work> = fc.record({
  steps: fc.array(
    fc.record({
      deeds: fc.array(
        fc.record({
          tool: fc.constantFrom('search', 'create_ticket'),
          question: fc.integer({ min: 0, max: 2 }),
          fails: fc.boolean(),
          layers: fc.constantFrom(1, 2, 3),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      by: fc.constantFrom('itself', 'helper', 'helper in a trace of its own'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  traces: fc.constantFrom(1, 2),
  root: fc.constantFrom('comes', 'is lost', 'is none'),
});

/** Longer than any pause within a turn. */
const BETWEEN_TURNS_MS = 20 * 60_000;
const STEP_MS = 1_000;

interface Told {
  spans: SpanRow[];
  calls: string[];
  models: number;
}

/** One turn: its spans, and its calls in order. */
function tell({ steps, traces, root: rootFate }: Work, at: number, skewMs: number): Told {
  const told: Told = { spans: [], calls: [], models: 0 };
  const begin = at * BETWEEN_TURNS_MS;
  const isRooted = rootFate !== 'is none' && traces === 1;
  let ids = 0;
  const frame = (step: number, from: number, to: number, parent?: string) => ({
    id: `${at + 1}${(ids += 1).toString(16).padStart(4, '0')}`,
    trace: `${at + 1}${traces === 1 ? 0 : step % traces}`,
    at: [begin + step * STEP_MS + from, begin + step * STEP_MS + to] as const,
    ...(parent === undefined ? {} : { parent }),
  });
  const session = { session_id: 's' };
  // One span of a trace that names the session is enough.
  const own = isRooted && rootFate === 'comes' ? {} : session;
  const root = isRooted ? frame(0, 0, steps.length * STEP_MS) : undefined;
  if (root !== undefined && rootFate === 'comes') told.spans.push(agentSpan(root, session));
  for (const [step, { deeds, by }] of steps.entries()) {
    let home = {};
    const ask = (from: number, parent: string | undefined): void => {
      told.spans.push(
        modelSpan(
          { ...frame(step, from, from + 50, parent), ...home },
          {
            ...own,
            input_tokens: 10,
            output_tokens: 1,
          },
        ),
      );
      told.models += 1;
    };
    ask(10, root?.id);
    let parent = root?.id;
    if (by !== 'itself') {
      const tool = frame(step, 100, 900, parent);
      told.spans.push(toolSpan({ ...tool, tool: 'delegate', args: { step }, result: [step] }, own));
      told.calls.push(`delegate {"step":${step}} ok`);
      const isApart = by !== 'helper';
      if (isApart) home = { trace: `${at + 1}f${step}` };
      const agent = { ...frame(step, 110, 890, isApart ? undefined : tool.id), ...home };
      told.spans.push(agentSpan(agent, { agent_name: 'helper', ...(isApart ? session : own) }));
      parent = agent.id;
      ask(120, parent);
    }
    for (const [place, deed] of deeds.entries()) {
      const from = 200 + place * 20;
      told.spans.push(
        ...layersOf(
          deed,
          (inset, above) => ({
            ...frame(step, from + inset, 800 - inset, above ?? parent),
            ...home,
          }),
          { own, skewMs },
        ),
      );
      told.calls.push(`${deed.tool} {"question":${deed.question}} ${deed.fails ? 'error' : 'ok'}`);
    }
  }
  return told;
}

type FrameOf = (inset: number, above?: string) => { id: string; at: readonly [number, number] };

function layersOf(
  { tool, question, fails, layers }: Deed,
  frame: FrameOf,
  { own, skewMs }: { own: Partial<SpanRow>; skewMs: number },
): SpanRow[] {
  const content = {
    tool,
    args: { question },
    ...(fails ? { error: 'timed out after 30 s' } : { result: [question] }),
  };
  const outer = frame(0);
  const spans = [toolSpan({ ...outer, ...content }, own)];
  if (layers === 1) return spans;
  const rpc = { layer: 'protocol' };
  const client = frame(2, outer.id);
  spans.push(toolSpan({ ...client, ...content }, { ...own, ...rpc, scope: 'client' }));
  if (layers === 2) return spans;
  const server = frame(4, client.id);
  const [from, to] = server.at;
  const skewed = { ...server, at: [from + skewMs, to + skewMs] as const };
  spans.push(
    toolSpan({ ...skewed, ...content }, { ...own, ...rpc, scope: 'server', service: 'tickets' }),
  );
  return spans;
}

/** How often each call's key has occurred so far: said once more, by another way than the product's. */
function attemptsOf(calls: readonly string[]): number[] {
  return calls.map((call, at) => calls.slice(0, at + 1).filter((other) => other === call).length);
}

it('the calls, turns, attempts and tokens of what an agent did are found, whatever its telemetry does to them', () => {
  fc.assert(
    fc.property(
      fc.array(anyWork, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: -600_000, max: 600_000 }),
      fc.infiniteStream(fc.nat()),
      (works, skewMs, numbers) => {
        const told = works.map((work, at) => tell(work, at, skewMs));
        const spans = told.flatMap((each) => each.spans);
        const copies = spans.filter(() => (numbers.next().value ?? 0) % 3 === 0);
        const sent = [...spans, ...copies]
          .map((span) => ({ span, place: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ span }) => span);
        const { turnVerdicts, toolCalls } = resolve(sent);
        const nameOf = new Map(spans.map((span) => [span.signature, `${span.tool} ${span.args}`]));
        const found = turnVerdicts
          .toSorted((a, b) => (a.started_at < b.started_at ? -1 : 1))
          .map((turn) => {
            const calls = toolCalls
              .filter(({ turn_id }) => turn_id === turn.turn_id)
              .toSorted((a, b) => a.seq - b.seq);
            return {
              calls: calls.map((call) => `${nameOf.get(call.signature)} ${call.outcome}`),
              attempts: calls.map(({ attempt }) => attempt),
              models: turn.model_calls,
              input: turn.input_tokens,
            };
          });
        expect(found).toEqual(
          told.map(({ calls, models }) => ({
            calls,
            attempts: attemptsOf(calls),
            models,
            input: 10 * models,
          })),
        );
      },
    ),
    { numRuns: 300 },
  );
});
