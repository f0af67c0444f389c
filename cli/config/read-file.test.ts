import { describe, expect, test } from 'vitest';

import { readConfigText } from './read-file.ts';

const problemsOf = (text: string) => readConfigText('loopscope.yaml', text).problems;

/** The example of the contract. */
const EXAMPLE = `tools:
  create_ticket: { identity: [customer_id, order_id], volatile: [request_id], effect: write }
  queue_depth:   { effect: read, exempt: { owner: ops, reason: polls a queue, expires: 2027-06-30 } }
  search_orders: { effect: read, result: { list: rows, id: order_id } }
ceilings:
  attempts_per_key: 2
  calls_per_session: { value: 25, raised_to: 40, reason: large result sets, ticket: OPS-12, expires: 2027-03-31 }
prices:
  some-model: { input: 3.00, output: 15.00, cached_input: 0.30 }   # USD per million tokens
alerts:
  allow_private_targets: [127.0.0.1/32]
  receivers:
    - { name: ops, webhook: { url: "https://ops.example/hook", secret_env: OPS_HOOK_SECRET } }
  rules:
    - { name: session-call-count, scope: session, when: "tool_calls > 15 and distinct_ratio < 0.5", for: 0s, severity: page, notify: [ops] }
`;

describe('a file without problems', () => {
  test('the example of the contract is one', () => {
    const { values, problems } = readConfigText('loopscope.yaml', EXAMPLE);
    expect(problems).toEqual([]);
    expect(values?.ceilings.calls_per_session).toMatchObject({ value: 25, raised_to: 40 });
    expect(values?.tools['search_orders']?.result).toEqual({ list: 'rows', id: 'order_id' });
  });

  test.each(['', '# nothing\n', 'tools: {}\n'])('%j gives the defaults', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('each problem names its line', () => {
  test.each<[what: string, text: string, problems: string[]]>([
    [
      'a wrong key at the top',
      'tools: {}\n\nalert: {}\n',
      ['loopscope.yaml:3: unknown key "alert"; did you mean "alerts"?'],
    ],
    [
      'a wrong key inside',
      'tools:\n  create_ticket:\n    identity: [a]\n    volatil: [b]\n',
      ['loopscope.yaml:4: unknown key "volatil" in tools.create_ticket; did you mean "volatile"?'],
    ],
    [
      'a wrong key that resembles none',
      'ceilings:\n  limit: 3\n',
      [
        'loopscope.yaml:2: unknown key "limit" in ceilings; known are attempts_per_key, empty_results_per_tool, attempts_per_signature, calls_per_session, tokens_per_session, usd_per_session',
      ],
    ],
    [
      'a wrong key in a list',
      'alerts:\n  rules:\n    - { name: a, scope: turn, when: "errors > 1" }\n    - name: b\n      scope: turn\n      wen: "errors > 1"\n',
      [
        'loopscope.yaml:4: alerts.rules.1.when: Invalid input: expected string, received undefined',
        'loopscope.yaml:6: unknown key "wen" in alerts.rules.1; did you mean "when"?',
      ],
    ],
    [
      'a wrong key in a raised ceiling',
      'ceilings:\n  calls_per_session:\n    value: 25\n    raise_to: 40\n',
      [
        'loopscope.yaml:4: unknown key "raise_to" in ceilings.calls_per_session; did you mean "raised_to"?',
      ],
    ],
    [
      'a raised ceiling without its reasons',
      'ceilings:\n  calls_per_session: { value: 25, raised_to: 40, reason: r }\n',
      ['loopscope.yaml:2: ceilings.calls_per_session: a raised ceiling needs ticket, expires'],
    ],
    [
      'a field that is identity and volatile',
      'tools:\n  t: { identity: [a, b], volatile: [b] }\n',
      ['loopscope.yaml:2: tools.t: a field cannot be both identity and volatile'],
    ],
    [
      'a day that is none',
      'tools:\n  t:\n    exempt: { owner: o, reason: r, expires: soon }\n',
      ['loopscope.yaml:3: tools.t.exempt.expires: give a day as YYYY-MM-DD'],
    ],
    [
      'a missing price',
      'prices:\n  m:\n    input: 3\n',
      ['loopscope.yaml:2: prices.m.output: give USD per million tokens'],
    ],
    [
      'a masking pattern that could run away, and one that matches nothing',
      'masking:\n  patterns:\n    - { name: a, regex: "(a)\\\\1" }\n    - { name: b, regex: "x*" }\n',
      [
        expect.stringMatching(
          /^loopscope\.yaml:3: masking\.patterns\.0\.regex: is no RE2 pattern: /,
        ),
        'loopscope.yaml:4: masking.patterns.1.regex: matches the empty text',
      ],
    ],
    [
      'a key that is there twice',
      'tools: {}\ntools: {}\n',
      ['loopscope.yaml:2: Map keys must be unique'],
    ],
    ['a list', '- a\n', ['loopscope.yaml:1: Invalid input: expected object, received array']],
  ])('%s', (_what, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  test('all of them are reported, in the order of their lines', () => {
    const problems = problemsOf('prices:\n  m: {}\nfoo: 1\ntools:\n  t: { effect: wild }\n');
    expect(problems.map((problem) => problem.split(':')[1])).toEqual(['2', '2', '3', '5']);
  });

  test('text that is no YAML is one problem, not a crash', () => {
    expect(problemsOf('tools: [a\nb: c').length).toBeGreaterThan(0);
  });
});
