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
  /** How far back the baseline of a rule over a window lies. */
  baseline: string;
  /** How many of the last looks must agree: `3 of 5`. */
  times: string;
  /** After how long a message is repeated. */
  repeat: string;
  /** A line `name: text` each. */
  labels: string;
  annotations: string;
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
  baseline: '',
  times: '',
  repeat: '',
  labels: '',
  annotations: '',
};

/** The repeat of a rule that names none. */
const USUAL_REPEAT_SECONDS = 14_400;

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
  baseline: writeDuration(rule.baseline_seconds),
  times: rule.times ?? '',
  repeat: rule.repeat_seconds === USUAL_REPEAT_SECONDS ? '' : writeDuration(rule.repeat_seconds),
  labels: writePairs(rule.labels),
  annotations: writePairs(rule.annotations),
});

const writePairs = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');

/** Lines without a colon are names without a text: the server says what it does not take. */
function readPairs(text: string): [name: string, text: string][] {
  return text.split('\n').flatMap((line) => {
    const [name = '', ...rest] = line.split(':');
    return name.trim() === '' ? [] : [[name.trim(), rest.join(':').trim()] as [string, string]];
  });
}

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
const ORDER = [
  'name',
  'scope',
  'match',
  'when',
  'window',
  'every',
  'baseline',
  'times',
  'for',
  'severity',
  'reason',
];

/** The YAML of a draft, laid over the rule it began with. */
export function writeRule(draft: RuleDraft, base: Pick<Rule, 'yaml' | 'match'> | null): string {
  const blocks = readBlocks(base?.yaml ?? '');
  const values = valuesOf(draft, base);
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

/** What the draft says of each key of a rule; undefined for what it leaves out. */
function valuesOf(
  draft: RuleDraft,
  base: Pick<Rule, 'match'> | null,
): Readonly<Record<string, Value | undefined>> {
  const given = (text: string): string | undefined => text.trim() || undefined;
  const ofWindow = (text: string): string | undefined =>
    isNewsScope(draft.scope) ? undefined : given(text);
  const match = {
    ...base?.match,
    agent: listOf(draft.agents),
    tool: listOf(draft.tools),
  };
  const filters = Object.entries(match).filter(([, names]) => names.length > 0);
  return {
    name: draft.name.trim(),
    scope: draft.scope,
    match: filters.length === 0 ? undefined : Object.fromEntries(filters),
    when: draft.when.trim(),
    window: ofWindow(draft.window),
    every: ofWindow(draft.every),
    for: given(draft.for),
    severity: draft.severity,
    reason: given(draft.reason),
    baseline: ofWindow(draft.baseline),
    times: ofWindow(draft.times),
    repeat: given(draft.repeat),
    notify: draft.notify.length === 0 ? undefined : draft.notify,
    labels: pairsOf(draft.labels),
    annotations: pairsOf(draft.annotations),
  };
}

const pairsOf = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs = readPairs(text);
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
};

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
type Value = string | Names | Readonly<Record<string, Names | string>>;
const isNames = (value: Exclude<Value, string>): value is Names => Array.isArray(value);

/** What follows `key:`. */
function writeValue(value: Value): string {
  if (typeof value === 'string') return ` ${writeText(value)}`;
  if (isNames(value)) return ` [${value.map(writeText).join(', ')}]`;
  return Object.entries(value)
    .map(([key, one]) =>
      typeof one === 'string'
        ? `\n  ${writeText(key)}: ${writeText(one)}`
        : `\n  ${key}:${one.map(writeItem).join('')}`,
    )
    .join('');
}

const writeItem = (text: string): string => `\n    - ${writeText(text)}`;

function writeText(text: string): string {
  const isPlain = PLAIN.test(text) && !text.includes(', ') && !YAML_WORDS.has(text.toLowerCase());
  return isPlain || DURATION.test(text) ? text : JSON.stringify(text);
}
