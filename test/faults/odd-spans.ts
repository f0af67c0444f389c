/** What is out of the ordinary about one span, as the members of its JSON, and the mark that tells of it. */
export interface OddSpan {
  name: string;
  members: string;
  mark: string;
}

const MB = 1024 * 1024;
const DEPTH = 100_000;
const MANY = 100_000;
const YEAR_NS = 31_536_000_000_000_000n;

const attribute = (key: string, value: string): string =>
  `{"key":${JSON.stringify(key)},"value":{"stringValue":${JSON.stringify(value)}}}`;
const callWith = (args: string): string =>
  `"attributes":[${attribute('gen_ai.operation.name', 'execute_tool')},${attribute('gen_ai.tool.name', 't')},${attribute('gen_ai.tool.call.arguments', args)}]`;
const times = (start: bigint, end: bigint): string =>
  `"startTimeUnixNano":"${start}","endTimeUnixNano":"${end}"`;
const listOf = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join(',');

/** `largeMb`: how large the large ones are. */
export function oddSpans(nowNs: bigint, largeMb: number): OddSpan[] {
  const large = 'x'.repeat(largeMb * MB);
  const values = '{"arrayValue":{"values":[';
  return [
    {
      name: 'an argument nested a hundred thousand deep',
      members: callWith('['.repeat(DEPTH) + ']'.repeat(DEPTH)),
      mark: 'too_deep',
    },
    {
      name: 'a value nested three thousand deep',
      members: `"attributes":[{"key":"k","value":${values.repeat(3_000)}{"intValue":1}${']}}'.repeat(3_000)}}]`,
      mark: 'too_deep',
    },
    {
      name: 'an argument of a hundred thousand keys',
      members: callWith(`{${listOf(MANY, (n) => `"k${n}":${n}`)}}`),
      mark: 'truncated',
    },
    {
      name: 'a hundred thousand attributes',
      members: `"attributes":[${listOf(MANY, (n) => `{"key":"k${n}","value":{"intValue":${n}}}`)}]`,
      mark: 'truncated',
    },
    {
      name: 'a hundred thousand events',
      members: `"events":[${listOf(MANY, () => '{"name":"e"}')}]`,
      mark: 'truncated',
    },
    {
      name: 'a large argument',
      members: callWith(JSON.stringify({ q: large })),
      mark: 'truncated',
    },
    {
      name: 'a large attribute',
      members: `"attributes":[${attribute('k', large)}]`,
      mark: 'truncated',
    },
    {
      name: 'NUL and lone surrogates',
      members: String.raw`"attributes":[{"key":"a\u0000\ud800","value":{"stringValue":"\udc00\u0000x"}}]`,
      mark: 'sanitized',
    },
    { name: 'an end before its start', members: times(nowNs, nowNs - 1n), mark: 'clock_suspect' },
    { name: 'a start in 1970', members: times(1n, 2n), mark: 'clock_suspect' },
    { name: 'no times', members: times(0n, 0n), mark: 'clock_suspect' },
    {
      name: 'times beyond what the store holds',
      members: times(2n ** 64n - 1n, 2n ** 64n - 1n),
      mark: 'clock_suspect',
    },
    {
      name: 'times a year ahead',
      members: times(nowNs + YEAR_NS, nowNs + YEAR_NS + 1n),
      mark: 'clock_suspect',
    },
  ];
}

const hex = (number: number, length: number): string => number.toString(16).padStart(length, '1');

/** A request of the odd span between two ordinary ones. */
export function requestAround({ members }: OddSpan, trace: number, nowNs: bigint) {
  const traceId = hex(trace, 32);
  const ordinary = times(nowNs, nowNs + 1_000n);
  const span = (id: number, name: string, own: string): string =>
    `{"traceId":"${traceId}","spanId":"${hex(id, 16)}","name":"${name}",${own}}`;
  const timed = members.includes('startTime') ? members : `${ordinary},${members}`;
  const spans = [
    span(1, 'sibling', ordinary),
    span(2, 'odd', timed),
    span(3, 'sibling', ordinary),
  ].join(',');
  return { traceId, body: `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans}]}]}]}` };
}
