import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { COLLAPSE_ABOVE, cutText, oneLine } from './cut-text.ts';
import { BLANKS, revealText } from './reveal-text.ts';

const read = (text: string) =>
  revealText(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.code}]`))
    .join('');

describe('revealed text', () => {
  test.each([
    ['abc\u202Etxt.exe\u202C', 'abc[U+202E]txt.exe[U+202C]'],
    ['a\u200Bb\uFEFF', 'a[U+200B]b[U+FEFF]'],
    ['x\u0000\u001B[31m', 'x[U+0000][U+001B][31m'],
    ['\u2066in\u2069', '[U+2066]in[U+2069]'],
    ['tag \u{E0041}', 'tag [U+E0041]'],
    ['half \uD800', 'half [U+D800]'],
    ['line\nand\ttab', 'line\nand\ttab'],
    ['👩‍💻 works', '👩‍💻 works'],
    ['h\u200Didden', 'h[U+200D]idden'],
    [' \n ', `[${BLANKS}]`],
    [' \uFEFF', ' [U+FEFF]'],
  ])('%j reads %j', (text, shown) => {
    expect(read(text)).toBe(shown);
  });

  test('loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(read(text) !== `[${BLANKS}]`);
        const back = revealText(text)
          .map((part) =>
            part.kind === 'text'
              ? part.text
              : String.fromCodePoint(Number(`0x${part.code.slice(2)}`)),
          )
          .join('');
        expect(back).toBe(text);
      }),
    );
  });
});

describe('long values', () => {
  test('collapse above 64 KB and open whole', () => {
    const long = 'x'.repeat(COLLAPSE_ABOVE + 1);
    expect(cutText(long, false)).toEqual({
      text: 'x'.repeat(2048),
      hidden: COLLAPSE_ABOVE + 1 - 2048,
    });
    expect(cutText(long, true).hidden).toBe(0);
    expect(cutText('x'.repeat(COLLAPSE_ABOVE), false).hidden).toBe(0);
  });

  test('are not cut within a surrogate pair', () => {
    expect(oneLine('ab😀cd', 3)).toBe('ab…');
  });

  test('show line breaks on one line', () => {
    expect(oneLine('a\n  b', 20)).toBe('a ⏎ b');
  });
});
