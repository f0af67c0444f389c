import type { Fact } from './fact.ts';

/** A figure that is no status: so long, or with decimals. */
const FIGURE = /^\W*(?:\d{1,20}[.,]\d[\d.,]*|\d{4,})\W*$/;
/** No acknowledgement of a step takes more. */
const MAX_ECHO = 120;
const MAX_WORDS = 9;
/** What was done is said as done. */
const DONE = /\b\p{L}{2,}ed\b|\bwent\b/iu;
/** What one steps through and presses, and whither. */
const OF_STEPS = new Set(
  `page pages screen window view tab tabs button link element field key list item record entry row line cursor mouse position pixel pixels px
  up down left right back forward forwards backwards next previous one time times top bottom now you was has been on into
  scrolled navigated swiped tapped dragged hovered switched waited went returned advanced skipped focused turned filled`.split(
    /\s+/,
  ),
);
/** Words that begin alike are one verb: scroll, scrolled, scrolling. */
const STEM = 4;

type Answered = Pick<Fact, 'call' | 'asked' | 'said'>;

/** True where a tool only acknowledges a step: bare words, or no more than the call itself says. Pressing a key five times may be what it takes. */
export function isSilent(answered: Answered): boolean {
  const { call, said } = answered;
  if (call.text === undefined || call.effect === 'write' || call.effect === 'destructive')
    return false;
  const isBare = !/^\s*[[{]\s*[\]}]/.test(said.text) && !said.tells(1) && !FIGURE.test(said.text);
  if (call.effect === 'unknown' && isBare) return true;
  return isEchoOfStep(answered);
}

/** True where the acknowledgement is in words: no words at all, or a figure, can be all there is to know. */
export function isSilentInWords(answered: Answered): boolean {
  const { call, said } = answered;
  return call.resultKind === 'value' && /\p{L}{2}/u.test(said.text) && isSilent(answered);
}

/** Such as "Scrolled down." of `scroll(down)`. */
function isEchoOfStep({ call, asked, said }: Answered): boolean {
  const { text } = said;
  if (text.length > MAX_ECHO || /^\s*[[{<]/.test(text) || said.tells(MAX_WORDS)) return false;
  if (!DONE.test(text)) return false;
  const own = new Set(
    tokensOf(`${call.tool} ${asked.text ?? ''}`).map((word) => word.slice(0, STEM)),
  );
  return [...said.tellingWords]
    .flatMap((word) => tokensOf(word))
    .every((word) => OF_STEPS.has(word) || own.has(word.slice(0, STEM)));
}

function tokensOf(text: string): string[] {
  const words = text.slice(0, 2_000).replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return words.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
}
