import { describe, expect, it } from 'vitest';
import { isCutOff, WITHOUT_SESSION, WITHOUT_USER } from './wire-gaps.ts';
import { emitters, rowsOf, scenariosOf, truthOf } from './wire-recordings.ts';

describe.each(emitters())('recorded %s', (emitter) => {
  const distinct = (values: readonly string[]) =>
    [...new Set(values)].filter((text) => text !== '');

  it('has one session and one user, those of the program', () => {
    for (const scenario of scenariosOf(emitter).filter((name) => !isCutOff(emitter, name))) {
      const rows = rowsOf(emitter, scenario);
      const { session_id, user_id } = truthOf(emitter, scenario);
      expect(distinct(rows.map((row) => row.session_id))).toEqual(
        WITHOUT_SESSION.has(emitter) ? [] : [session_id],
      );
      expect(distinct(rows.map((row) => row.user_id))).toEqual(
        WITHOUT_USER.has(emitter) ? [] : [user_id],
      );
    }
  });
});
