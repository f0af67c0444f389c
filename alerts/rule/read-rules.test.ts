import { describe, expect, it } from 'vitest';

import { readRule } from './read-rules.ts';
import { createRuleBook } from './rule-book.ts';
import { readShippedRules } from './shipped.ts';
import { describeRule, writeRule } from './write-rule.ts';

const FULL = `name: p99
scope: fleet
by: agent
match: { agent: [support, ops], environment: production }
when: max_attempts_p99 > 2 * baseline(max_attempts_p99) and turns >= 100
window: 1h
every: 30s
baseline: 7d
times: 3 of 5
for: 5m
keep_firing_for: 10m
severity: page
reason: because
notify: [ops]
repeat: 1d
group_by: [rule]
labels: { team: "{{ agent }}" }
annotations: { runbook: "https://wiki.example/{{ rule }}?p99={{ max_attempts_p99 }}" }
`;

describe('the YAML of a rule', () => {
  it('reads back from what is written of it', () => {
    const { rule, problems } = readRule(FULL);
    expect(problems).toEqual([]);
    expect(readRule(writeRule(rule!)).rule).toEqual(rule);
    for (const shipped of readShippedRules()) {
      expect(readRule(writeRule(shipped)).rule).toEqual(shipped);
    }
    expect(describeRule(rule!, 'file')).toMatchObject({
      baseline_seconds: 604_800,
      times: '3 of 5',
      match: { environment: ['production'] },
    });
  });

  it.each([
    [
      'name: r\nscope: turn\nwhen: calls > 3\n',
      3,
      'when: "calls" is not known; known are tool_calls',
    ],
    ['name: r\nscope: turn\nwhen: "loops > 0"\nhold: 1m\n', 4, 'unknown key "hold"'],
    ['name: r\nscope: turn\nwindow: 1h\nwhen: loops > 0\n', 3, 'window: a turn is looked at when'],
    ['name: r\nscope: fleet\nwhen: turns > baseline(turns)\n', 3, 'when: baseline(...) needs'],
    ['name: r\nscope: tool\nby: agent\nwhen: errors > 1\n', 3, 'by: only a fleet is told apart'],
    [
      'name: r\nscope: turn\nwhen: loops > 0\nlabels:\n  a: x\n  b: "{{ nobody }}"\n',
      6,
      'labels.b: "{{ nobody }}" is not known',
    ],
    [
      `name: r\nscope: turn\nwhen: loops > ${'1'.repeat(3_000)}\n`,
      3,
      'when: expected at most 1000 characters',
    ],
    ['name: r\nscope: fleet\nwhen: turns > 1\ntimes: 5 of 3\n', 4, 'times: cannot hold'],
    ['name: r\nscope: [\n', 3, ''],
    ['name: r\nscope: turn\n', 1, 'when: Invalid input'],
    ['name: r\nscope: turn\nmatch: { agent: *support }\n', 3, 'Unresolved alias'],
    [`a: &a [x]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]\n`, 1, 'Excessive alias'],
  ])('%j is refused in line %i: %s', (text, line, message) => {
    const { rule, problems } = readRule(text);
    expect(rule).toBe(null);
    expect(problems[0]!.line).toBe(line);
    expect(problems[0]!.message).toContain(message);
  });
});

describe('the shipped rules', () => {
  it('each say why they have the numbers they have', () => {
    const rules = readShippedRules();
    expect(rules.map(({ name }) => name)).toEqual([
      'expired-exception',
      'fleet-max-attempts-p99',
      'guard-ceiling',
      'ingestion-lagging',
      'ingestion-rejected',
      'new-loop-kind',
      'repeated-side-effect',
      'session-call-count',
      'turn-errors',
      'turn-max-attempts',
      'turn-rechecks',
    ]);
    for (const { reason } of rules) expect(reason.length).toBeGreaterThan(60);
  });
});

describe('the rules in force', () => {
  const rule = (text: string) => readRule(text).rule!;
  const shipped = [rule('{ name: a, scope: turn, when: max_attempts >= 6 }')];
  const stored = (text: string, enabled: 0 | 1 = 1) => ({
    project: 'p',
    name: rule(text).name,
    text,
    enabled,
    updated_at: '',
    updated_by: '',
    version: '1',
    deleted: 0 as const,
  });

  it('are the stored ones before those of the file, these before shipped ones', () => {
    const file = [rule('{ name: a, scope: turn, when: max_attempts >= 7 }')];
    const book = createRuleBook(shipped, file);
    expect(book.known()).toMatchObject([{ source: 'file', rule: { when: 'max_attempts >= 7' } }]);
    book.setStored([stored('{ name: a, scope: turn, when: max_attempts >= 8 }')], 0);
    expect(book.known()).toMatchObject([{ source: 'stored', rule: { when: 'max_attempts >= 8' } }]);
    book.setStored([], 0);
    expect(book.known()).toMatchObject([{ source: 'file' }]);
  });

  it('stay as they were where a changed file cannot be taken', () => {
    const book = createRuleBook(shipped, []);
    const problem = { source: 'loopscope.yaml', rule: '', line: 3, message: 'no', atMs: 0 };
    book.refuseFile([problem]);
    expect(book.active().length).toBe(1);
    expect(book.problems()).toEqual([problem]);
    book.setFile([]);
    expect(book.problems()).toEqual([]);
  });

  it('are switched off without losing where they come from', () => {
    const book = createRuleBook(shipped, []);
    book.setStored([stored(writeRule(shipped[0]!), 0)], 0);
    expect(book.active()).toEqual([]);
    expect(book.known()).toMatchObject([{ source: 'shipped', rule: { enabled: false } }]);
  });
});
