/** Texts that look written, the same in every run. */

/** Numbers that look drawn and are the same in every run. */
export function drawn(seed: number, below: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
}

const COMMON =
  `the of and to in is it for on with as was at by from that this be are or an not have has had but which its can will
  been their they were when there all one more into than other some only time new also if over most about`.split(
    /\s+/,
  );
const STARTS = `ba co de fi gra hu in ka lo mar ne or pre qui ro sta tri un ver wi`.split(' ');
const MIDDLES = `l n r st mp ck gg nd rv tt`.split(' ');
const ENDS = `er on al ing ity et us age ow ine ance ory`.split(' ');
const RARE = STARTS.flatMap((start) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => `${start}${middle}${end}`)),
);

/** One of 2,400 words. */
export function word(seed: number): string {
  return RARE[drawn(seed, RARE.length)] ?? '';
}

/** As words come in a text: every other one is among the fifty commonest. */
function wordInText(seed: number): string {
  return seed % 2 === 0 ? (COMMON[drawn(seed, COMMON.length)] ?? '') : word(seed);
}

/** So many characters of sentences in lines, other ones for every seed. */
export function prose(seed: number, chars: number): string {
  const lines: string[] = [];
  for (let length = 0, at = 0; length < chars; at += 1) {
    const words = Array.from({ length: 9 }, (_, n) => wordInText(seed * 7_919 + at * 31 + n));
    const line = `The ${words.join(' ')} of ${drawn(seed + at, 900)}.`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

/** One page as somebody transcribes it anew each time. */
export function transcribed(seq: number): string {
  const lines = PAGE.map((line, at) =>
    drawn(seq * 131 + at, 4) === 0 ? line.replace(/ (\w+)\.$/, ` ${word(seq + at)}.`) : line,
  );
  return lines.join('\n');
}

const PAGE = prose(1, 2_000).split('\n');
/** Other sentences of the same few words. */
export function shuffled(seq: number): string {
  return PAGE.map((_, at) =>
    Array.from(
      { length: 9 },
      (_word, n) => COMMON[drawn(seq * 977 + at * 13 + n, COMMON.length)],
    ).join(' '),
  ).join('\n');
}
