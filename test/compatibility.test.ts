import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMPATIBILITY_PAGE, renderCompatibility } from './compatibility.ts';
import { EVIDENCE } from './emitter-evidence.ts';
import { cellOf } from './wire-cells.ts';
import { emitters, scenariosOf } from './wire-recordings.ts';

describe('the compatibility page', () => {
  it('says what the recordings show', () => {
    expect(readFileSync(COMPATIBILITY_PAGE, 'utf8')).toBe(renderCompatibility());
  });
});

describe('every emitter', () => {
  const own = (path: string) => new URL(path, import.meta.url);
  const fixtures = readdirSync(own('../collector/dialects/fixtures/'));
  const recorded = EVIDENCE.flatMap((each) => each.recorded ?? []);
  const documented = EVIDENCE.flatMap((each) => each.documented ?? []);

  it('that was recorded or has examples is in the list, once', () => {
    expect(recorded.toSorted()).toEqual(emitters().toSorted());
    expect(fixtures.filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('has its examples where the list says', () => {
    const isThere = (name: string): boolean =>
      fixtures.includes(name) || existsSync(own(`../${name}`));
    expect(documented.filter((name) => !isThere(name))).toEqual([]);
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
