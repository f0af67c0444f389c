import { describe, expect, test } from 'vitest';

import { BUGS, type Bug } from './faulty-store.ts';
import { runLedger } from './run.ts';

describe('what is acknowledged is stored, once, and everything adds up to it', () => {
  test.each([1, 2, 3])(
    'seed %i: three protocols, killed, a store that refuses, dawdles and loses its answers',
    async (seed) => {
      const { found, account, counters, isWhole, looks } = await runLedger({
        seed,
        turns: 25,
        kills: 1,
        bug: 'none',
      });
      expect(found).toEqual([]);
      expect(isWhole).toBe(true);
      expect(looks).toBeGreaterThanOrEqual(10);
      expect(account.acked.size).toBeGreaterThan(80);
      const { received = 0, stored = 0, duplicate = 0, rejected = 0, spooled = 0 } = counters;
      expect(received).toBe(stored + duplicate + rejected + spooled);
      expect(spooled).toBe(0);
    },
    400_000,
  );
});

/** What these lose is in the memory of the process that is killed. */
const NEEDS_A_KILL: ReadonlySet<Bug> = new Set([
  'acknowledged before it is spooled',
  'dropped from the spool before it is inserted',
]);

describe('the harness sees a bug', () => {
  test.each(BUGS)(
    '%s',
    async (bug) => {
      const kills = NEEDS_A_KILL.has(bug) ? 1 : 0;
      const { found } = await runLedger({ seed: 7, turns: 16, kills, bug, spansAlone: true });
      const isDoubling = bug === 'the token is left out when it is tried again';
      const sentence = isDoubling ? /spans are noted as rejected/ : /spans are lost/;
      expect(found.join('\n')).toMatch(sentence);
    },
    400_000,
  );
});
