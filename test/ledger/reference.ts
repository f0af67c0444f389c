import type { LedgerSpan } from './plan.ts';

/** A tool call as the ledger says it was: worked out from what was sent, by the words of the documentation alone. */
export interface Call extends LedgerSpan {
  /** Place among the calls of its turn. */
  index: number;
  /** How often the same tool, arguments and error have occurred so far, itself included. */
  attempt: number;
  /** Family of the failure that it retries; empty where the same call had not failed before. */
  retries: '' | 'transport' | 'semantic';
  /** What it retries goes well at this call or later. */
  succeeds: boolean;
  isEmpty: boolean;
  /** The model call before it. */
  asked: LedgerSpan;
}

export interface Turn {
  root: LedgerSpan;
  calls: Call[];
  models: LedgerSpan[];
  maxAttempts: number;
  /** The tool that first reached it. */
  maxTool: string;
  distinct: number;
  /** A search that came back empty again and again. */
  isLoop: boolean;
}

const FAMILIES = { '': '', timeout: 'transport', validation_error: 'semantic' } as const;
export const familyOf = ({ error }: Pick<LedgerSpan, 'error'>) => FAMILIES[error];
export const classOf = ({ error }: Pick<LedgerSpan, 'error'>): string =>
  error === 'validation_error' ? 'validation' : error;
export const intentOf = ({ tool, args }: LedgerSpan): string => `${tool} ${args}`;

/** The third answer that says nothing new makes it a loop. */
const LOOP_FROM = 3;

/** All turns of which every span is there. */
export function toTurns(spans: readonly LedgerSpan[]): Turn[] {
  const sessions = Map.groupBy(spans, ({ session }) => session);
  return [...sessions.values()].flatMap((own) => {
    const root = own.find(({ kind }) => kind === 'agent');
    return root === undefined ? [] : [toTurn(root, own)];
  });
}

function toTurn(root: LedgerSpan, spans: readonly LedgerSpan[]): Turn {
  const inOrder = spans.toSorted((a, b) => a.startMs - b.startMs);
  const models = inOrder.filter(({ kind }) => kind === 'model');
  const tools = inOrder.filter(({ kind }) => kind === 'tool');
  const calls = tools.map((span, index): Call => {
    const before = tools.slice(0, index).filter((other) => intentOf(other) === intentOf(span));
    const after = tools.slice(index).filter((other) => intentOf(other) === intentOf(span));
    const failed = before.findLast(({ error }) => error !== '');
    return Object.assign({}, span, {
      index,
      attempt: before.filter(({ error }) => error === span.error).length + 1,
      retries: failed === undefined ? '' : familyOf(failed),
      succeeds: failed !== undefined && after.some(({ error }) => error === ''),
      isEmpty: span.error === '' && span.result === '[]',
      asked: models[index] ?? root,
    });
  });
  const maxAttempts = Math.max(0, ...calls.map(({ attempt }) => attempt));
  return {
    root,
    calls,
    models,
    maxAttempts,
    maxTool: calls.find(({ attempt }) => attempt === maxAttempts)?.tool ?? '',
    distinct: new Set(calls.map(intentOf)).size,
    isLoop: calls.filter(({ isEmpty }) => isEmpty).length >= LOOP_FROM,
  };
}

export const sum = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((total, item) => total + value(item), 0);
export const unique = (texts: readonly string[]): string[] => [...new Set(texts)].toSorted();

/** The value at a rank among all: no value between two is made up. */
export function quantile(level: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(level * sorted.length))] ?? 0;
}

export interface Totals {
  calls: number;
  turns: number;
  errors: number;
  empties: number;
  retries: number;
  failedIntents: number;
  healedIntents: number;
  retryTokens: number;
  maxAttempts: number;
  loops: number;
}

/** What some calls of some turns add up to. */
export function totalsOf(calls: readonly Call[], turns: readonly Turn[]): Totals {
  const retries = calls.filter((call) => call.retries !== '');
  const intents = (some: readonly Call[]): number =>
    new Set(some.map((call) => `${call.session} ${intentOf(call)}`)).size;
  const sessions = new Set(calls.map(({ session }) => session));
  return {
    calls: calls.length,
    turns: sessions.size,
    errors: calls.filter(({ error }) => error !== '').length,
    empties: calls.filter(({ isEmpty }) => isEmpty).length,
    retries: retries.length,
    failedIntents: intents(calls.filter(({ error }) => error !== '')),
    healedIntents: intents(retries.filter(({ succeeds }) => succeeds)),
    retryTokens: sum(retries, ({ asked }) => asked.inputTokens + asked.outputTokens),
    maxAttempts: Math.max(0, ...calls.map(({ attempt }) => attempt)),
    loops: turns.filter(({ isLoop, root }) => isLoop && sessions.has(root.session)).length,
  };
}
