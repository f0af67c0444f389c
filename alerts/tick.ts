import {
  alertNews,
  alertRules,
  silences as openSilences,
  toInstant,
  type Store,
} from '@loopscope/sql';

import type { Facts } from './condition/condition.ts';
import type { Log } from './options.ts';
import type { RuleBook } from './rule/rule-book.ts';
import { KEPT_MS, type Book } from './state/book.ts';
import { decideMutes } from './state/decide-mutes.ts';
import { decideSilence } from './state/decide.ts';
import type { Decision } from './state/evaluate.ts';
import { readSilence, type Silence } from './state/mute.ts';
import { diagnose } from './watch/diagnose.ts';
import type { Failure } from './watch/failure.ts';
import { createNewsWatch, OVERLAP_MS, type NewsWatch } from './watch/news-watch.ts';
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
  /** Looks that failed, by rule. */
  failures: () => ReadonlyMap<string, Failure>;
  counts: NewsWatch['counts'];
}

/** More than this between two clocks is a jump, not drift. */
const JUMP_MS = 5_000;

export function createTick(options: TickOptions): Tick {
  const { store, project, ruleBook, book, steady } = options;
  const apply = async (decisions: readonly Decision[]): Promise<void> =>
    book.apply(await diagnose(store, project, decisions));
  const windows = createWindowWatch({ ...options, apply });
  const newcomers = createNewsWatch({ ...options, apply });
  const clock = createClock(options);
  const settings = createSettings(options);
  let isLoaded = false;
  let turns = '';
  let turnsMovedMs = -Infinity;
  let isBehind = false;

  return {
    async look() {
      const nowMs = clock.follow();
      const [news] = await store.query(alertNews, { project });
      if (news === undefined) return { hasNews: false, ordersUs: '0' };
      const evaluation = { project, nowMs, clockOffsetMs: nowMs - Number(news.now_us) / 1_000 };
      const silences = await settings.read(news, nowMs);
      if (!isLoaded) await book.load(nowMs);
      isLoaded = true;
      if (news.turns !== turns) turnsMovedMs = steady();
      turns = news.turns;
      // Rows of one moment surface one after the other, so the look goes on a while after the latest.
      const hasNews = steady() - turnsMovedMs <= 2 * OVERLAP_MS;
      // What a failed look left behind is read by the next one, whether or not more has arrived.
      isBehind = hasNews || isBehind;
      if (isBehind) isBehind = !(await newcomers.look({ ...evaluation, nowUs: news.now_us }));
      windows.start(evaluation, news.now_us);
      await apply(decideSilence(ruleBook.active(), book, evaluation));
      await book.apply(decideMutes(silences, book, evaluation));
      book.forget(nowMs - KEPT_MS);
      return { hasNews: hasNews || isBehind, ordersUs: news.orders };
    },
    reset() {
      isLoaded = false;
      newcomers.reset();
      settings.reset();
    },
    idle: () => windows.idle(),
    failures: () => new Map([...windows.failures(), ...newcomers.failures()]),
    counts: () => newcomers.counts(),
  };
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
