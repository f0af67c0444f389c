import { DEFAULT_CEILINGS } from './ceilings.ts';
import type { RetryPolicy } from './retry.ts';

/** What a caller may have written, whatever the types say. */
type Given = Readonly<Record<string, unknown>>;

const OPTIONS = ['tools', 'mode', 'ceilings', 'retry', 'stops', 'prices', 'content', 'onDecision'];
/** Money comes in parts; everything else is counted. */
const FRACTIONS: ReadonlySet<string> = new Set(['usdPerSession']);
const RAISE = ['value', 'raisedTo', 'reason', 'ticket', 'expires'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_DELAY_MS = 600_000;
const MAX_ATTEMPTS = 20;

/** Everything that is wrong with the options, in words that name the option. */
export function problemsOf(options: object, modes: readonly string[]): string[] {
  const given = asGiven(options);
  return [
    ...unknownNames(given, OPTIONS, ''),
    ...choice('mode', given['mode'], modes),
    ...choice('content', given['content'], ['full', 'hashes']),
    ...ceilingProblems(given['ceilings']),
    ...retryProblems(given['retry']),
    ...shape('tools', given['tools'], isObject, 'a map or an object of declarations'),
    ...shape('prices', given['prices'], (value) => value instanceof Map, 'a map of prices'),
    ...shape('stops', given['stops'], isStopSource, 'a source of stops (stopOf, state, close)'),
    ...shape('onDecision', given['onDecision'], isFunction, 'a function'),
  ];
}

function ceilingProblems(ceilings: unknown): string[] {
  if (ceilings === undefined) return [];
  if (!isObject(ceilings)) return ['ceilings must be an object'];
  const given = asGiven(ceilings);
  const names = Object.keys(DEFAULT_CEILINGS);
  return [
    ...unknownNames(given, names, 'ceilings.'),
    ...names.flatMap((name) => ceilingProblem(name, given[name])),
  ];
}

function ceilingProblem(name: string, ceiling: unknown): string[] {
  const path = `ceilings.${name}`;
  if (ceiling === undefined) return [];
  if (ceiling === null) {
    return name === 'callsPerSession' ? [`${path} is the outer bound and cannot be null`] : [];
  }
  if (!isObject(ceiling)) return amount(path, ceiling, name);
  const raise = asGiven(ceiling);
  const { value, raisedTo, expires } = raise;
  const isLower = Number(raisedTo) <= Number(value);
  return [
    ...unknownNames(raise, RAISE, `${path}.`),
    ...amount(`${path}.value`, value, name),
    ...amount(`${path}.raisedTo`, raisedTo, name),
    ...(isLower ? [`${path}.raisedTo must be above its value`] : []),
    ...['reason', 'ticket'].flatMap((part) => text(`${path}.${part}`, raise[part])),
    ...(isDay(expires) ? [] : [`${path}.expires must be a day such as 2027-03-31`]),
  ];
}

function amount(path: string, value: unknown, name: string): string[] {
  if (FRACTIONS.has(name)) {
    const isPositive = typeof value === 'number' && Number.isFinite(value) && value > 0;
    return isPositive ? [] : [`${path} must be a number above 0`];
  }
  const isCount = Number.isSafeInteger(value) && Number(value) >= 1;
  return isCount ? [] : [`${path} must be a whole number of at least 1`];
}

const RETRY_BOUNDS: Readonly<Record<keyof RetryPolicy, readonly [number, number]>> = {
  attempts: [1, MAX_ATTEMPTS],
  baseMs: [0, MAX_DELAY_MS],
  maxDelayMs: [0, MAX_DELAY_MS],
  totalMs: [0, MAX_DELAY_MS],
};

function retryProblems(retry: unknown): string[] {
  if (retry === undefined || retry === false) return [];
  if (!isObject(retry)) return ['retry must be an object or false'];
  const given = asGiven(retry);
  const bounds = Object.entries(RETRY_BOUNDS);
  return [
    ...unknownNames(given, Object.keys(RETRY_BOUNDS), 'retry.'),
    ...bounds.flatMap(([name, [from, to]]) => {
      const value = given[name];
      if (value === undefined) return [];
      const isWithin = Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to;
      return isWithin ? [] : [`retry.${name} must be a whole number from ${from} to ${to}`];
    }),
  ];
}

function unknownNames(given: Given, known: readonly string[], path: string): string[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return unknown.map((name) => `${path}${name} is no option; known are ${known.join(', ')}`);
}

function choice(path: string, value: unknown, choices: readonly string[]): string[] {
  if (value === undefined || choices.some((known) => known === value)) return [];
  return [`${path} must be one of ${choices.join(', ')}`];
}

function shape(
  path: string,
  value: unknown,
  fits: (value: unknown) => boolean,
  wanted: string,
): string[] {
  return value === undefined || fits(value) ? [] : [`${path} must be ${wanted}`];
}

function text(path: string, value: unknown): string[] {
  return typeof value === 'string' && value.trim() !== '' ? [] : [`${path} must be given in words`];
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));
}

function isStopSource(value: unknown): boolean {
  if (!isObject(value)) return false;
  const given = asGiven(value);
  return ['stopOf', 'state', 'close'].every((name) => isFunction(given[name]));
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asGiven(value: object): Given {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- members are looked at one by one as unknown
  return value as Given;
}
