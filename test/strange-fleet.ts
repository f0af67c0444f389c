/**
 * Data that no demo has: ten thousand tools, thousands of loops in one turn, megabytes in one argument, names that hide or turn round.
 * `node test/strange-fleet.ts http://127.0.0.1:4318 [huge|odd|one|old]` sends it to a running product, for `web/screenshots.ts` to look at.
 */
import { pathToFileURL } from 'node:url';

import { exportRequest, spansOf, type Span, type StatedCall, type StatedTurn } from './otlp.ts';

const DAY_MS = 86_400_000;
const PER_REQUEST = 400;

const call = (tool: string, args: unknown, result: unknown): StatedCall => ({
  tool,
  args,
  result,
  modelMs: 60,
  toolMs: 20,
});

const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Names as hostile or unlucky senders write them. */
export const ODD_NAMES = {
  long: `search_${'every_order_of_every_customer_'.repeat(66)}`,
  unbroken: 'x'.repeat(2000),
  rightToLeft: 'البحث_عن_الطلبات',
  turned: 'invoice_\u202Efdp.exe\u2066',
  control: 'tab\tline\nbell\u0007null\u0000',
  emoji: '🔎🧾👩‍👩‍👧‍👦🏳️‍🌈',
  hidden: 'look\u200Bup\u200D_\uFEFForder',
  stacked: `z${'\u0301\u0323'.repeat(40)}algo`,
  blank: '   ',
  path: '../../etc/passwd?x=1#y&z=%2F',
} as const;

/** One item inside another, so many times. */
export function nest(depth: number): unknown {
  let inner: unknown = 'the end';
  for (let level = 0; level < depth; level += 1) {
    inner = level % 2 === 0 ? { [`level_${level}`]: inner } : [inner];
  }
  return inner;
}

function* hugeTurns(now: number): Generator<StatedTurn> {
  const before = (minutes: number): number => now - minutes * 60_000;
  for (let part = 0; part < 400; part += 1) {
    const calls = times(25, (at) => {
      const tool = `tool_${String(part * 25 + at).padStart(5, '0')}`;
      return call(tool, { id: at }, { rows: [at] });
    });
    yield { id: `many-tools-${part}`, startMs: before(1200 - part), calls };
  }
  for (let part = 0; part < 300; part += 1) {
    yield {
      id: `many-agents-${part}`,
      agent: `agent-${part}-of-a-large-company`,
      model: `vendor/model-${part}-2027-01-15-preview`,
      version: `${part}.0.0-build.${part * 7919}`,
      startMs: before(1100 - part),
      calls: [call('lookup', { customer: part }, { found: true })],
    };
  }
  for (let part = 0; part < 5000; part += 1) {
    yield {
      id: `chatty-${part}`,
      session: 'a-session-without-end',
      startMs: before(1300) + part * 12_000,
      calls: [call('lookup', { customer: part }, { found: true })],
    };
  }
  // Four equal answers each, two thousand times over.
  const group = (at: number) => times(4, () => call('search_orders', { customer: at }, []));
  yield { id: 'two-thousand-loops', startMs: before(90), calls: times(2000, group).flat() };
  for (const steps of [10_000, 60_000]) {
    const calls = times(steps / 2, (at) =>
      at % 500 > 440 ? call('read_page', { page: 'a' }, []) : call('read_page', { page: at }, [at]),
    );
    yield { id: `steps-${steps}`, startMs: before(1400), calls };
  }
}

const MB = 1_000_000;
const SENTENCE = 'The customer wrote again that the parcel has not come. ';

function* oddTurns(now: number): Generator<StatedTurn> {
  const before = (minutes: number): number => now - minutes * 60_000;
  const loops = (tool: string, args: unknown, result: unknown) =>
    times(5, () => call(tool, args, result));
  for (const [what, name] of Object.entries(ODD_NAMES)) {
    yield {
      id: `named-${what}`,
      session: `session ${name}`,
      agent: name,
      model: name,
      version: name,
      startMs: before(50),
      calls: loops(name, { [name]: name }, []),
    };
  }
  yield {
    id: 'one-megabyte-argument',
    startMs: before(40),
    calls: loops('write_file', { path: 'a.txt', text: SENTENCE.repeat(MB / SENTENCE.length) }, []),
  };
  yield {
    id: 'one-megabyte-word',
    startMs: before(39),
    calls: loops('write_file', { path: 'a.txt', text: 'x'.repeat(MB) }, 'x'.repeat(MB)),
  };
  yield {
    id: 'ten-megabyte-result',
    startMs: before(38),
    calls: times(3, () =>
      call('read_file', { path: 'big.log' }, SENTENCE.repeat((10 * MB) / SENTENCE.length)),
    ),
  };
  yield {
    id: 'deep-json',
    startMs: before(37),
    calls: loops('configure', nest(500), nest(500)),
  };
  const fields = Object.fromEntries(times(2000, (at) => [`field_${at}`, at]));
  yield { id: 'two-thousand-fields', startMs: before(36), calls: loops('submit', fields, fields) };
  yield {
    id: 'long-errors',
    startMs: before(35),
    calls: times(6, () => ({
      ...call('book', { seat: 1 }, undefined),
      error: `Traceback\n${'  File "agent.py", line 12, in run\n'.repeat(3000)}ValueError: no`,
      errorType: 'ValueError',
    })),
  };
}

/** What clocks and crashes make of spans. */
function oddSpans(now: number): Span[][] {
  const five = times(5, () => call('wait', { for: 'x' }, []));
  const turn = (id: string, minutes: number): Span[] =>
    spansOf({ id, agent: 'clock', startMs: now - minutes * 60_000, calls: five });
  const swapped = (span: Span): Span => ({
    ...span,
    startTimeUnixNano: span.endTimeUnixNano,
    endTimeUnixNano: span.startTimeUnixNano,
  });
  const bare = (span: Span): Span => ({
    ...span,
    attributes: span.attributes.filter(({ key }) => !/arguments|result/.test(key)),
  });
  return [
    turn('clock-skew', 30).map(swapped),
    turn('without-arguments', 29).map(bare),
    // Its last span has not ended: no root has come yet.
    spansOf({ id: 'still-running', agent: 'clock', startMs: now - 9_000, calls: five }).slice(
      0,
      -1,
    ),
    spansOf({ id: 'from-tomorrow', agent: 'clock', startMs: now + DAY_MS, calls: five }),
    spansOf({ id: 'nothing-called', agent: 'clock', startMs: now - 60_000, calls: [] }),
  ];
}

const single = (startMs: number): Span[][] => {
  const turn = { id: 'the-only-one', startMs, calls: [call('lookup', { customer: 1 }, [])] };
  return [spansOf(turn).filter(({ name }) => name.startsWith('execute_tool'))];
};

/** What is sent, turn by turn. */
const SETS = {
  huge: (now: number): Iterable<Span[]> => hugeTurns(now).map(spansOf),
  odd: (now: number): Iterable<Span[]> => [...oddTurns(now).map(spansOf), ...oddSpans(now)],
  one: (now: number): Iterable<Span[]> => single(now - 60_000),
  old: (now: number): Iterable<Span[]> => single(now - 20 * DAY_MS),
};

/** Sends a set to the collector at `url`, in requests that it takes. */
export async function sendStrangeFleet(
  url: string,
  name: keyof typeof SETS,
  now: number,
): Promise<number> {
  let sent = 0;
  let waiting: Span[] = [];
  const flush = async (): Promise<void> => {
    const response = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(exportRequest(waiting)),
    });
    const answer = await response.text();
    if (!response.ok || answer.includes('rejectedSpans')) console.log(response.status, answer);
    sent += waiting.length;
    waiting = [];
  };
  for (const spans of SETS[name](now)) {
    const isHeavy = JSON.stringify(spans).length > 2 * MB;
    for (const span of spans) {
      waiting.push(span);
      if (waiting.length >= (isHeavy ? 1 : PER_REQUEST)) await flush();
    }
  }
  if (waiting.length > 0) await flush();
  return sent;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , url = 'http://127.0.0.1:4318', ...names] = process.argv;
  for (const name of names.length === 0 ? ['huge', 'odd'] : names) {
    if (!(name in SETS)) throw new Error(`there is no set "${name}"`);
    const sent = await sendStrangeFleet(url, name as keyof typeof SETS, Date.now());
    console.log(`${name}: ${sent} spans sent`);
  }
}
