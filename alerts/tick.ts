import {
  alertNews,
  alertRules,
  silences as openSilences,
  toInstant,
  type Store,
} from '@loopscope/sql';

import { factsRead, type Facts } from './condition/condition.ts';
import type { Log } from './options.ts';
import { isNewsScope } from './rule/facts.ts';
import type { RuleBook } from './rule/rule-book.ts';
import type { AlertRule } from './rule/rule.ts';
import { KEPT_MS, type Book } from './state/book.ts';
import { decideMutes } from './state/decide-mutes.ts';
import { decideNews, decideSilence } from './state/decide.ts';
import type { Decision, Evaluation } from './state/evaluate.ts';
import { readSilence, type Silence } from './state/mute.ts';
import { diagnose } from './watch/diagnose.ts';
import type { Failure } from './watch/failure.ts';
import { OVERLAP_MS, readNews, type NewsScope } from './watch/news.ts';
import type { Expiry } from './watch/window.ts';
import { createWindowWatch } from './watch/window-watch.ts';

export interface TickOptions {
  store: Store;
  project: string;
  ruleBook: RuleBook;
  book: Book;
  expiries: () => readonly Expiry[];
  readings: () => Facts;
  now: () => number;
  /** A clock that nobody sets; milliseconds from any instant. */
  steady: () => number;
  /** Runs work on the book after the work under way. */
  inLine: (work: () => Promise<void>) => Promise<void>;
  log: Log;
}

export interface Looked {
  /** Whether anything arrived. */
  hasNews: boolean;
  /** When people last asked for something; microseconds of the store's clock. */
  ordersUs: string;
}

export interface Tick {
  /** One look: reads, decides, and writes what changed before anybody is told. */
  look(): Promise<Looked>;
  /** The book may be out of date: the next look begins anew. */
  reset(): void;
  /** Waits for looks at windows that are under way. */
  idle(): Promise<void>;
  /** Windows whose latest look failed, by rule. */
  failures: () => ReadonlyMap<string, Failure>;
}

/** More than this between two clocks is a jump, not drift. */
const JUMP_MS = 5_000;
const NEWS_SCOPES: readonly NewsScope[] = ['session', 'turn'];

export function createTick(options: TickOptions): Tick {
  const { store, project, ruleBook, book, steady } = options;
  const apply = async (decisions: readonly Decision[]): Promise<void> =>
    book.apply(await diagnose(store, project, decisions));
  const windows = createWindowWatch({ ...options, apply });
  const clock = createClock(options);
  const settings = createSettings(options);
  let reached: Map<NewsScope, string> | null = null;
  let turns = '';
  let turnsMovedMs = -Infinity;
  let isBehind = false;

  async function readScope(
    scope: NewsScope,
    from: Map<NewsScope, string>,
    { clockOffsetMs, ...evaluation }: Evaluation & { clockOffsetMs: number },
  ): Promise<void> {
    const rules = ruleBook.active().filter((rule) => rule.scope === scope);
    const wantsLoops = rules.some(readsLoops);
    let hasMore = rules.length > 0;
    while (hasMore) {
      const question = { project, after: from.get(scope) ?? '0', wantsLoops, clockOffsetMs };
      const news = await readNews(store, scope, question);
      await apply(decideNews(rules, news.subjects, book, evaluation));
      from.set(scope, news.next);
      hasMore = news.hasMore;
    }
  }

  return {
    async look() {
      const nowMs = clock.follow();
      const [news] = await store.query(alertNews, { project });
      if (news === undefined) return { hasNews: false, ordersUs: '0' };
      const evaluation = { project, nowMs, clockOffsetMs: nowMs - Number(news.now_us) / 1_000 };
      const silences = await settings.read(news, nowMs);
      if (reached === null) await book.load(nowMs);
      reached ??= firstReach(ruleBook, nowMs - evaluation.clockOffsetMs);
      if (news.turns !== turns) turnsMovedMs = steady();
      turns = news.turns;
      // Rows of one moment surface one after the other, so the look goes on a while after the latest.
      const hasNews = steady() - turnsMovedMs <= 2 * OVERLAP_MS;
      // What a failed look left behind is read by the next one, whether or not more has arrived.
      isBehind = hasNews || isBehind;
      if (isBehind) for (const scope of NEWS_SCOPES) await readScope(scope, reached, evaluation);
      isBehind = false;
      windows.start(evaluation, news.now_us);
      await apply(decideSilence(ruleBook.active(), book, evaluation));
      await book.apply(decideMutes(silences, book, evaluation));
      book.forget(nowMs - KEPT_MS);
      return { hasNews, ordersUs: news.orders };
    },
    reset() {
      reached = null;
      settings.reset();
    },
    idle: () => windows.idle(),
    failures: () => windows.failures(),
  };
}

/** Where a first look begins: as far back as an alert can be of interest. */
function firstReach(ruleBook: RuleBook, nowMs: number): Map<NewsScope, string> {
  const quietMs = ruleBook.active().map((rule) => rule.quietMs);
  const backMs = Math.max(0, nowMs - Math.max(0, ...quietMs));
  return new Map(NEWS_SCOPES.map((scope) => [scope, String(Math.round(backMs) * 1_000)]));
}

/** A clock that was set must neither end alerts nor make them wait. */
function createClock({ book, now, steady, log }: TickOptions): { follow: () => number } {
  let last = { wall: now(), steady: steady() };
  return {
    follow() {
      const next = { wall: now(), steady: steady() };
      const jumpMs = next.wall - last.wall - (next.steady - last.steady);
      if (Math.abs(jumpMs) > JUMP_MS) {
        log('warn', 'the clock was set', { by_ms: Math.round(jumpMs) });
        book.shift(jumpMs);
      }
      last = next;
      return next.wall;
    },
  };
}

/** Rules and silences that people make, read again when they have changed. */
function createSettings({ store, project, ruleBook }: TickOptions) {
  let seen = { rules: '', silences: '' };
  let silences: Silence[] = [];
  return {
    async read(news: { rules: string; silences: string }, nowMs: number): Promise<Silence[]> {
      if (news.rules !== seen.rules) {
        ruleBook.setStored(await store.query(alertRules, { project }), nowMs);
      }
      if (news.silences !== seen.silences) {
        const rows = await store.query(openSilences, { project, at: toInstant(nowMs) });
        silences = rows.map(readSilence);
      }
      seen = news;
      return silences;
    },
    reset() {
      seen = { rules: '', silences: '' };
    },
  };
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
