/** What the form of a rule edits, and the YAML that it stands for. What the form does not know of a rule is kept as it was. */
import type { Rule } from '@loopscope/api/contract';

export interface RuleDraft {
  name: string;
  scope: string;
  when: string;
  /** Durations as the YAML writes them: `30s`, `10m`, `1h`; empty is the default. */
  for: string;
  window: string;
  every: string;
  severity: string;
  reason: string;
  /** Names of receivers; none tells all. */
  notify: readonly string[];
  /** Comma-separated; empty matches all. */
  agents: string;
  tools: string;
}

export const NEW_RULE: RuleDraft = {
  name: '',
  scope: 'session',
  when: 'tool_calls > 15 and distinct_ratio < 0.5',
  for: '',
  window: '',
  every: '',
  severity: 'warn',
  reason: '',
  notify: [],
  agents: '',
  tools: '',
};

export const toDraft = (rule: Rule): RuleDraft => ({
  name: rule.name,
  scope: rule.scope,
  when: rule.when,
  for: rule.for_seconds === 0 ? '' : writeDuration(rule.for_seconds),
  window: writeDuration(rule.window_seconds),
  every: writeDuration(rule.every_seconds),
  severity: rule.severity,
  reason: rule.reason,
  notify: rule.notify,
  agents: (rule.match['agent'] ?? []).join(', '),
  tools: (rule.match['tool'] ?? []).join(', '),
});

/** Scopes that look at what arrives, not at a window. */
export const isNewsScope = (scope: string): boolean => scope === 'session' || scope === 'turn';

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];

function writeDuration(seconds: number | null): string {
  if (seconds === null) return '';
  const [unit, size] = UNITS.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}

/** Keys in the order in which a rule is read. */
const ORDER = ['name', 'scope', 'match', 'when', 'window', 'every', 'for', 'severity', 'reason'];

/** The YAML of a draft, laid over the rule it began with. */
export function writeRule(draft: RuleDraft, base: Pick<Rule, 'yaml' | 'match'> | null): string {
  const blocks = readBlocks(base?.yaml ?? '');
  const isNews = isNewsScope(draft.scope);
  const match = {
    ...base?.match,
    agent: listOf(draft.agents),
    tool: listOf(draft.tools),
  };
  const filters = Object.entries(match).filter(([, names]) => names.length > 0);
  const values: Readonly<Record<string, Value | undefined>> = {
    name: draft.name.trim(),
    scope: draft.scope,
    match: filters.length === 0 ? undefined : Object.fromEntries(filters),
    when: draft.when.trim(),
    window: isNews ? undefined : draft.window.trim() || undefined,
    every: isNews ? undefined : draft.every.trim() || undefined,
    for: draft.for.trim() || undefined,
    severity: draft.severity,
    reason: draft.reason.trim() || undefined,
    notify: draft.notify.length === 0 ? undefined : draft.notify,
  };
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) blocks.delete(key);
    else blocks.set(key, `${key}:${writeValue(value)}\n`);
  }
  // A draft is a rule to be in force; its switch is beside it.
  blocks.delete('enabled');
  const rank = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
  return [...blocks]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([, text]) => text)
    .join('');
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Text of each key at the beginning of a line, with the lines that belong to it. */
function readBlocks(yaml: string): Map<string, string> {
  const blocks = new Map<string, string>();
  let key = '';
  for (const line of yaml.split('\n')) {
    key = /^([a-z_]+):/.exec(line)?.[1] ?? key;
    if (key !== '' && line !== '') blocks.set(key, `${blocks.get(key) ?? ''}${line}\n`);
  }
  return blocks;
}

/** As plain as YAML takes it for the same text; JSON is YAML for all else. */
const PLAIN = /^[A-Za-z]([\w .,;()/+*<>=-]*[\w)])?$/;
const DURATION = /^\d{1,6}(ms|s|m|h|d)$/;
const YAML_WORDS: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'yes',
  'no',
  'y',
  'n',
  'on',
  'off',
]);

type Names = readonly string[];
type Value = string | Names | Readonly<Record<string, Names>>;
const isNames = (value: Exclude<Value, string>): value is Names => Array.isArray(value);

/** What follows `key:`. */
function writeValue(value: Value): string {
  if (typeof value === 'string') return ` ${writeText(value)}`;
  if (isNames(value)) return ` [${value.map(writeText).join(', ')}]`;
  return Object.entries(value)
    .map(([key, names]) => `\n  ${key}:${names.map(writeItem).join('')}`)
    .join('');
}

const writeItem = (text: string): string => `\n    - ${writeText(text)}`;

function writeText(text: string): string {
  const isPlain = PLAIN.test(text) && !text.includes(', ') && !YAML_WORDS.has(text.toLowerCase());
  return isPlain || DURATION.test(text) ? text : JSON.stringify(text);
}
