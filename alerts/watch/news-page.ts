import type { Store } from '@loopscope/sql';

import { factsRead } from '../condition/condition.ts';
import { isNewsScope } from '../rule/facts.ts';
import type { AlertRule } from '../rule/rule.ts';
import type { Book } from '../state/book.ts';
import { decideNews } from '../state/decide.ts';
import type { Decision, Evaluation } from '../state/evaluate.ts';
import { describeNewsFailure, isTooMuch, type Failures } from './failure.ts';
import {
  isBefore,
  readArrivals,
  readLoops,
  readSubjects,
  type NewsScope,
  type Place,
} from './news.ts';
import type { Spending } from './spending.ts';
import { withLoops, type LoopCount } from './subject.ts';

export interface NewsCount {
  /** Sessions or turns of which something arrived and that wait for the next look. */
  waiting: number;
  /** Looks at one of them since the start. */
  looked: number;
}

/** How far one scope has been looked at. */
export interface Reach extends NewsCount {
  scope: NewsScope;
  /** All that arrived before it was looked at. */
  place: Place;
  pageRows: number;
  /** Pages stay short up to here: the end of one that was too much. */
  trouble: Place | null;
  /** Id -> until when it is left out, on the steady clock. */
  leftOut: Map<string, number>;
  /** Id -> what had arrived when it was looked at, as long as it is asked for: `MICROSECONDS ...`. */
  seen: Map<string, string>;
}

export interface NewsLook extends Evaluation {
  /** The store's clock now, microseconds as digits. */
  nowUs: string;
  /** What is to be added to the store's clock to read the evaluator's. */
  clockOffsetMs: number;
}

export type Looking = NewsLook & { spending: Spending; failures: Failures };

export interface PageOptions {
  store: Store;
  project: string;
  book: Book;
  apply: (decisions: readonly Decision[]) => Promise<void>;
  steady: () => number;
}

export interface Page {
  reach: Reach;
  rules: readonly AlertRule[];
  from: Place;
}

/** A page is what is held in memory at one time. */
export const MOST_ROWS = 1_000;
/** A session or turn that is too much by itself is left out for so long. */
const LEFT_OUT_MS = 600_000;

/** `too_much`: the store could not answer within its bounds; the next page is half as long, or leaves out who is to blame. */
export async function lookAtPage(
  { reach, rules, from }: Page,
  looking: Looking,
  options: PageOptions,
): Promise<{ next: Place; isLast: boolean } | 'too_much'> {
  const { store, project, book, steady } = options;
  const { scope, pageRows } = reach;
  const asked = { project, scope, after: from, limit: pageRows };
  const arrivals = await unlessTooMuch(readArrivals(store, asked), (reason) =>
    looking.failures.noteAll(rules, reason),
  );
  if (arrivals === null) return 'too_much';
  reach.waiting = arrivals.waiting;
  const isUnseen = ([id, arrived]: [string, string]): boolean =>
    reach.seen.get(id) !== arrived && (reach.leftOut.get(id) ?? -Infinity) <= steady();
  const ids = [...arrivals.of].filter(isUnseen).map(([id]) => id);
  const question = { project, ids, clockOffsetMs: looking.clockOffsetMs };
  const reading = ids.length === 0 ? Promise.resolve([]) : readSubjects(store, scope, question);
  const subjects = await unlessTooMuch(reading, (reason) => {
    reach.pageRows = Math.ceil(ids.length / 2);
    reach.trouble ??= arrivals.next;
    const [only = ''] = ids;
    if (ids.length > 1) return;
    reach.leftOut.set(only, steady() + LEFT_OUT_MS);
    looking.failures.noteAll(rules, `the ${scope} ${only} is left out: ${reason}`);
  });
  if (subjects === null) return 'too_much';
  // Who has none of any kind needs no question.
  const looping = subjects.filter(({ loopKinds }) => loopKinds.length > 0).map(({ id }) => id);
  const loops = await countLoops(rules, { project, scope, ids: looping }, looking, store);
  // To a rule that asks for loops, loops that could not be counted would be none.
  const able = loops === null ? rules.filter((rule) => !readsLoops(rule)) : rules;
  const counted =
    loops === null
      ? subjects
      : subjects.map((subject) => withLoops(subject, loops.get(subject.id) ?? []));
  await options.apply(decideNews(able, counted, book, looking));
  if (able.length === rules.length)
    for (const id of ids) reach.seen.set(id, arrivals.of.get(id) ?? '');
  reach.looked += subjects.length;
  const next = arrivals.next ?? from;
  if (reach.trouble === null) reach.pageRows = Math.min(MOST_ROWS, pageRows * 2);
  else if (!isBefore(next, reach.trouble)) reach.trouble = null;
  return { next, isLast: arrivals.waiting === 0 };
}

type Loops = ReadonlyMap<string, readonly LoopCount[]>;

/** Loops are a question of their own, for the rules that ask for them; null where nobody does, or they cannot be counted. */
async function countLoops(
  rules: readonly AlertRule[],
  { scope, ...asked }: { project: string; scope: NewsScope; ids: string[] },
  { failures }: Looking,
  store: Store,
): Promise<Loops | null> {
  const asking = rules.filter(readsLoops);
  if (asking.length === 0 || asked.ids.length === 0) return asking.length === 0 ? null : new Map();
  return unlessTooMuch(readLoops(store, scope, asked), (reason) =>
    failures.noteAll(asking, `loops could not be counted: ${reason}`),
  );
}

/** Null, with the reason said, where the store's bounds are too narrow for it; other failures go on. */
async function unlessTooMuch<Answer>(
  asking: Promise<Answer>,
  say: (reason: string) => void,
): Promise<Answer | null> {
  try {
    return await asking;
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    say(describeNewsFailure(error));
    return null;
  }
}

/** In its condition, or in what it says. */
function readsLoops({ scope, condition, labels, annotations }: AlertRule): boolean {
  if (!isNewsScope(scope)) return false;
  const texts = [...Object.values(labels), ...Object.values(annotations)];
  return (
    [...factsRead(condition).facts].some((name) => /^(alert_|watch_)?loops/.test(name)) ||
    texts.some((text) => /\{\{\s*(alert_|watch_)?loops/.test(text))
  );
}
