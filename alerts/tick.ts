import {
  alertNews,
  alertRules,
  silences as openSilences,
  toInstant,
  type Store,
} from '@loopscope/sql';

import type { Facts } from './condition/condition.ts';
import { factsRead } from './condition/condition.ts';
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

export interface Tick {
  /** One look: reads, decides, and writes what changed before anybody is told. Answers whether there was news. */
  look(): Promise<boolean>;
  /** The book may be out of date: the next look begins anew. */
  reset(): void;
  /** Waits for looks at windows that are under way. */
  idle(): Promise<void>;
  /** Windows whose latest look failed, by rule. */
  failures: () => ReadonlyMap<string, string>;
}

/** More than this between two clocks is a jump, not drift. */
const JUMP_MS = 5_000;
const NEWS_SCOPES: readonly NewsScope[] = ['session', 'turn'];

type Seen = { turns: string; silences: string; rules: string };
const NOTHING_SEEN: Seen = { turns: '', silences: '', rules: '' };

export function createTick(options: TickOptions): Tick {
  const { store, project, ruleBook, book, now, steady } = options;
  const apply = async (decisions: readonly Decision[]): Promise<void> =>
    book.apply(await diagnose(store, project, decisions));
  const windows = createWindowWatch({ ...options, apply });
  let after: Map<NewsScope, string> | null = null;
  let seen = NOTHING_SEEN;
  let silences: Silence[] = [];
  let isBehind = false;
  let turnsMovedMs = -Infinity;
  let clocks = { wall: now(), steady: steady() };

  /** A clock that was set must neither end alerts nor make them wait. */
  function followClock(): number {
    const wall = now();
    const passed = steady();
    const jumpMs = wall - clocks.wall - (passed - clocks.steady);
    if (Math.abs(jumpMs) > JUMP_MS) {
      options.log('warn', 'the clock was set', { by_ms: Math.round(jumpMs) });
      book.shift(jumpMs);
    }
    clocks = { wall, steady: passed };
    return wall;
  }

  async function begin(nowMs: number, offsetMs: number): Promise<Map<NewsScope, string>> {
    await book.load(nowMs);
    const quietMs = ruleBook.active().map((rule) => rule.quietMs);
    const backMs = Math.max(0, nowMs - offsetMs - Math.max(0, ...quietMs));
    return new Map(NEWS_SCOPES.map((scope) => [scope, String(Math.round(backMs) * 1_000)]));
  }

  async function readAll(
    reached: Map<NewsScope, string>,
    clockOffsetMs: number,
    evaluation: Evaluation,
  ) {
    for (const scope of NEWS_SCOPES) {
      const rules = ruleBook.active().filter((rule) => rule.scope === scope);
      if (rules.length === 0) continue;
      const wantsLoops = rules.some(readsLoops);
      let hasMore = true;
      while (hasMore) {
        const question = { project, after: reached.get(scope) ?? '0', wantsLoops, clockOffsetMs };
        const news = await readNews(store, scope, question);
        await apply(decideNews(rules, news.subjects, book, evaluation));
        reached.set(scope, news.next);
        hasMore = news.hasMore;
      }
    }
  }

  async function readSettings(news: Seen, nowMs: number): Promise<void> {
    if (news.rules !== seen.rules) {
      ruleBook.setStored(await store.query(alertRules, { project }), nowMs);
    }
    if (news.silences !== seen.silences) {
      const rows = await store.query(openSilences, { project, at: toInstant(nowMs) });
      silences = rows.map(readSilence);
    }
  }

  return {
    async look() {
      const nowMs = followClock();
      const [news] = await store.query(alertNews, { project });
      if (news === undefined) return false;
      const offsetMs = nowMs - Number(news.now_us) / 1_000;
      const evaluation = { project, nowMs };
      await readSettings(news, nowMs);
      after ??= await begin(nowMs, offsetMs);
      if (news.turns !== seen.turns) turnsMovedMs = steady();
      // Rows of one moment surface one after the other, so the look goes on a while after the latest.
      const hasNews = steady() - turnsMovedMs <= 2 * OVERLAP_MS;
      // What a failed look left behind is read by the next one, whether or not more has arrived.
      if (hasNews || isBehind) {
        isBehind = true;
        await readAll(after, offsetMs, evaluation);
        isBehind = false;
      }
      seen = news;
      windows.start(evaluation, news.now_us);
      await apply(decideSilence(ruleBook.active(), book, evaluation));
      await book.apply(decideMutes(silences, book, evaluation));
      book.forget(nowMs - KEPT_MS);
      return hasNews;
    },
    reset() {
      after = null;
      seen = NOTHING_SEEN;
    },
    idle: () => windows.idle(),
    failures: () => windows.failures(),
  };
}

const readsLoops = (rule: AlertRule): boolean =>
  isNewsScope(rule.scope) &&
  [...factsRead(rule.condition).facts].some((name) => /^(alert_|watch_)?loops/.test(name));
