import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMPATIBILITY_PAGE, renderCompatibility } from './compatibility.ts';
import { cellOf } from './wire-cells.ts';
import { emitters, scenariosOf } from './wire-recordings.ts';

describe('the compatibility page', () => {
  it('says what the recordings show', () => {
    expect(readFileSync(COMPATIBILITY_PAGE, 'utf8')).toBe(renderCompatibility());
  });
});

describe.each(emitters())('recorded %s', (emitter) => {
  it.each(scenariosOf(emitter))(
    '%s: nothing is wrong, nothing too many, and what is missing comes with the switch that sends it',
    (scenario) => {
      const cell = cellOf(emitter, scenario);
      const { made, found, withoutArguments, withoutOutcome, session, tokens, hints } = cell;
      expect(cell).toMatchObject({ wrong: 0, tooMany: 0 });
      expect([session, tokens]).not.toContain('wrong');
      const isAllThere =
        found === made && withoutArguments + withoutOutcome === 0 && session === 'right';
      if (!isAllThere) expect(hints).not.toEqual([]);
    },
  );
});
