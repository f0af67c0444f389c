import type { Rule } from '@loopscope/api/contract';
import { describe, expect, test } from 'vitest';

import { NEW_RULE, toDraft, writeRule } from './rule-draft.ts';

const rule: Rule = {
  name: 'fleet-p99',
  scope: 'fleet',
  when: 'max_attempts_p99 > 2',
  for_seconds: 3600,
  quiet_seconds: 600,
  keep_firing_seconds: 0,
  window_seconds: 5400,
  every_seconds: 60,
  baseline_seconds: null,
  times: null,
  severity: 'warn',
  reason: 'A healthy fleet: 1.',
  notify: ['ops'],
  repeat_seconds: 14_400,
  group_by: ['rule'],
  labels: { team: 'support' },
  annotations: {},
  match: { agent: ['support', 'a b'], model: ['m'] },
  source: 'stored',
  enabled: true,
  yaml: `name: fleet-p99
scope: fleet
match:
  agent:
    - support
    - a b
  model:
    - m
when: max_attempts_p99 > 2
window: 90m
every: 1m
for: 1h
severity: warn
reason: >-
  A healthy fleet:
  1.
notify:
  - ops
labels:
  team: support
enabled: false
`,
};

describe('the YAML of a draft', () => {
  test('says what the form says and keeps what the form does not know', () => {
    expect(writeRule({ ...toDraft(rule), when: 'max_attempts_p99 >= 3' }, rule)).toBe(
      `name: fleet-p99
scope: fleet
match:
  agent:
    - support
    - a b
  model:
    - m
when: max_attempts_p99 >= 3
window: 90m
every: 1m
for: 1h
severity: warn
reason: "A healthy fleet: 1."
notify: [ops]
labels:
  team: support
`,
    );
  });

  test('leaves out what is as by default', () => {
    expect(writeRule({ ...NEW_RULE, name: 'mine' }, null)).toBe(
      'name: mine\nscope: session\nwhen: tool_calls > 15 and distinct_ratio < 0.5\nseverity: warn\n',
    );
  });

  test('quotes what YAML would read as something else', () => {
    const text = writeRule({ ...NEW_RULE, name: 'on', reason: 'a: b # c', agents: '12, x' }, null);
    expect(text).toContain('name: "on"\n');
    expect(text).toContain('reason: "a: b # c"\n');
    expect(text).toContain('  agent:\n    - "12"\n    - x\n');
  });

  test('holds labels, annotations, repeats and baselines, however they are spelt', () => {
    const draft = {
      ...toDraft(rule),
      baseline: '1d',
      times: '3 of 5',
      repeat: '30m',
      labels: 'team: support\n on : "yes"\n\n',
      annotations: 'runbook: https://wiki.example/a: b',
    };
    const text = writeRule(draft, rule);
    expect(text).toContain('baseline: 1d\ntimes: "3 of 5"\n');
    expect(text).toContain('repeat: 30m\n');
    expect(text).toContain('labels:\n  team: support\n  "on": "\\"yes\\""\n');
    expect(text).toContain('annotations:\n  runbook: "https://wiki.example/a: b"\n');
    expect(writeRule({ ...draft, labels: '' }, rule)).not.toMatch(/^labels:/m);
  });

  test('has no window where the scope has none', () => {
    const text = writeRule({ ...toDraft(rule), scope: 'turn' }, rule);
    expect(text).not.toMatch(/^(window|every):/m);
  });
});
