import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { StoreError, type Store } from '@loopscope/sql';

import { createRandom } from './plan.ts';

/** Deliberate bugs: each of them loses or doubles spans, so the oracle must see it. */
export const BUGS = [
  'acknowledged before it is spooled',
  'dropped from the spool before it is inserted',
  'the token of an insert leaks into the next',
  'the token is left out when it is tried again',
  'remembered as seen before it is spooled',
] as const;
export type Bug = (typeof BUGS)[number] | 'none';

const LATE_MS = 3_000;

/** Refuses, dawdles and loses answers at random, and has the bug, if it is one of the store's. */
export function createFaultyStore(store: Store, seed: number, bug: Bug): Store {
  const random = createRandom(seed);
  const gone = (): StoreError =>
    new StoreError({ code: 'store_unreachable', retryable: true }, 'planned fault');
  let firstToken: string | null = null;
  const insertLines: Store['insertLines'] = async (table, lines, token) => {
    if (random() < 0.1) throw gone();
    if (random() < 0.1) await sleep(200);
    if (bug === 'dropped from the spool before it is inserted') {
      setTimeout(() => void store.insertLines(table, lines, token), LATE_MS);
      return;
    }
    await store.insertLines(table, lines, tokenOf(table, token));
    if (random() < 0.3) throw gone();
  };
  const tokenOf = (table: string, token: string): string => {
    if (bug === 'the token is left out when it is tried again') return randomUUID();
    if (bug !== 'the token of an insert leaks into the next' || table !== 'spans') return token;
    firstToken ??= token;
    return firstToken;
  };
  return { ...store, insertLines };
}
