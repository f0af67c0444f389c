import { trajectory, turnPage, type Turn } from '@loopscope/api/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product.ts';
import {
  ENDED_BY_TOOL,
  gapOf,
  isCutOff,
  ONE_MODEL_SPAN,
  UNJOINED,
  WITHOUT_SESSION,
  WITHOUT_TOKENS,
} from './wire-gaps.ts';
import { emitters, requestsOf, scenariosOf, truthOf, type Truth } from './wire-recordings.ts';

const TYPES = { protobuf: 'application/x-protobuf', json: 'application/json' };
const named = emitters().filter((emitter) => !WITHOUT_SESSION.has(emitter));

let product: Product;
let turns: Turn[];

beforeAll(async () => {
  product = await startProduct({ now: () => Date.UTC(2026, 10, 30, 23) });
  // Twice, as an exporter that has not heard the answer would.
  for (const emitter of [...emitters(), ...emitters()]) await postAll(emitter);
  await product.settle();
  turns = await allTurns();
}, 240_000);
afterAll(() => product.close());

async function postAll(emitter: string): Promise<void> {
  for (const scenario of scenariosOf(emitter)) {
    for (const { path, body, encoding } of requestsOf(emitter, scenario)) {
      const response = await fetch(`${product.otlpHttp}${path}`, {
        method: 'POST',
        headers: { 'content-type': TYPES[encoding] },
        body,
      });
      expect(response.status, `${emitter}/${scenario}`).toBe(200);
    }
  }
}

async function allTurns(): Promise<Turn[]> {
  const found: Turn[] = [];
  let cursor = '';
  for (;;) {
    const range = 'from=2026-11-29T00:00:00Z&to=2026-12-02T00:00:00Z';
    const page = await product.get(`/api/v1/turns?${range}&limit=200${cursor}`, turnPage);
    found.push(...page.items);
    if (page.next_cursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

describe('all recordings in one product, each sent twice', () => {
  it.each(named)('%s: each session is the one turn that was made', (emitter) => {
    for (const scenario of scenariosOf(emitter).filter((name) => !isCutOff(emitter, name))) {
      const truth = truthOf(emitter, scenario);
      const own = turns.filter(({ session_id }) => session_id === truth.session_id);
      const { input_tokens, output_tokens } = truth.usage;
      expect(own, scenario).toMatchObject([
        {
          calls: callsOnTheWire(truth),
          model_calls: ONE_MODEL_SPAN.has(emitter) ? 0 : truth.model_calls,
          ...(WITHOUT_TOKENS.has(emitter) ? {} : { input_tokens, output_tokens }),
        },
      ]);
    }
  });

  it('there is no turn and no call beside', () => {
    const made = emitters().flatMap((emitter) =>
      scenariosOf(emitter).map((scenario) => truthOf(emitter, scenario)),
    );
    expect(sum(turns.map((turn) => turn.calls))).toBe(sum(made.map(callsOnTheWire)));
    // Where nothing joins the traces of a turn each model call is one.
    const expected = made.map(({ emitter, model_calls }) =>
      UNJOINED.has(emitter) ? model_calls : 1,
    );
    expect(turns).toHaveLength(sum(expected));
  });

  it('what is hidden comes with the switch that shows it', async () => {
    const hidden = turns.find(({ session_id }) => session_id === 'sess-oi-langchain-hidden-ok');
    const { hints, steps } = await product.get(`/api/v1/turns/${hidden?.turn_id}`, trajectory);
    expect(hints).toEqual([expect.stringContaining('hideInputs')]);
    const calls = steps.filter((step) => step.kind === 'tool');
    expect(calls.map(({ args }) => args)).toEqual([null, null]);
  });
});

/** Those of which something is sent, and the one by which some agents end a turn that is seen at all. */
function callsOnTheWire({ emitter, scenario, tool_calls }: Truth): number {
  const seen = tool_calls.filter((call) => gapOf(emitter, scenario, call)?.lacks !== 'everything');
  return seen.length + (seen.length > 0 && ENDED_BY_TOOL.has(emitter) ? 1 : 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
