import { createHmac } from 'node:crypto';
import { findCards } from './find-cards.ts';
import { createEncodedFinder } from './find-encoded.ts';
import { createNamedFinder } from './find-named.ts';
import { createPatternFinders } from './find-patterns.ts';
import { findPrivateKeys } from './find-private-keys.ts';
import { findTokens } from './find-tokens.ts';
import type { MaskingRules } from './masking-config.ts';
import { createQuoting } from './quoting.ts';
import { isJson, type Finder, type Secret } from './secret.ts';

/** A text without its secrets; the same one where it has none. Masking what is masked changes nothing. */
export type TextMask = (text: string) => string;

/** What stands for a secret: the same for the same one, and nothing that leads back to it without the key. */
export type Tag = (kind: string, secret: string) => string;

const TAG_CHARS = 12;
const MASKED = /\[masked:[a-z][a-z0-9_]*:[0-9a-f]{12}\]/g;

export function createTag(key: Uint8Array): Tag {
  return (kind, secret) => {
    const digest = createHmac('sha256', key).update(secret).digest('hex');
    return `[masked:${kind}:${digest.slice(0, TAG_CHARS)}]`;
  };
}

/** Shorter than any secret that tells itself apart. */
const MIN_CHARS = 8;
/** Names of agents, tools, models and services come with every span: those that hold no secret are known for a while. */
const SHORT_CHARS = 64;
const MAX_CLEAN = 2_000;

export function createTextMask(rules: MaskingRules, tag: Tag): TextMask {
  const plain: Finder[] = [
    findPrivateKeys,
    ...createPatternFinders(rules.patterns),
    findTokens,
    createNamedFinder(rules.keys),
  ];
  const finders = [...plain, findCards, createEncodedFinder(plain)];
  const clean = createRecent(MAX_CLEAN);
  // A result stands in its span twice: as what came back, and as evidence of how the call ended.
  let cleanLong = '';
  return (text) => {
    if (text.length < MIN_CHARS) return text;
    const isShort = text.length <= SHORT_CHARS;
    if (isShort ? clean.has(text) : text === cleanLong) return text;
    const found: Secret[] = [];
    for (const find of finders) {
      const more = find(text);
      if (more.length > 0) found.push(...more);
    }
    if (found.length === 0) {
      if (isShort) clean.add(text);
      else cleanLong = text;
      return text;
    }
    const secrets = disjoint(found).filter(outside(text.matchAll(MASKED)));
    return secrets.length === 0 ? text : replace(text, secrets, tag);
  };
}

interface Recent {
  has(text: string): boolean;
  add(text: string): void;
}

/** Texts that were used lately: the latest `size`, and as many before. */
function createRecent(size: number): Recent {
  let newer = new Set<string>();
  let older = new Set<string>();
  const add = (text: string): void => {
    if (newer.size >= size) {
      older = newer;
      newer = new Set();
    }
    newer.add(text);
  };
  return {
    add,
    has(text) {
      if (newer.has(text)) return true;
      if (!older.has(text)) return false;
      add(text);
      return true;
    },
  };
}

/** In order; of two that overlap the one that begins first, and of those the longer. */
function disjoint(found: readonly Secret[]): Secret[] {
  const kept: Secret[] = [];
  for (const secret of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || secret.start >= last.end) kept.push(secret);
    else if (secret.end > last.end) last.end = secret.end;
  }
  return kept;
}

/** Leaves alone what stands for a secret already. */
function outside(masked: Iterable<RegExpExecArray>): (secret: Secret) => boolean {
  const places = [...masked].map(({ 0: stand, index }) => ({
    start: index,
    end: index + stand.length,
  }));
  return ({ start, end }) => !places.some((place) => start < place.end && end > place.start);
}

const NUMBER_END = /[-+.\dE]*/iy;

function replace(text: string, secrets: readonly Secret[], tag: Tag): string {
  const quoteAt = createQuoting(text);
  let masked = '';
  let done = 0;
  for (const { kind, start: found, end } of secrets) {
    const start = afterEscape(text, found);
    const stand = tag(kind, text.slice(start, end));
    const quote = quoteAt(start);
    if (quote === null) {
      masked += text.slice(done, start) + stand;
      done = end;
    } else {
      // A number outside of all strings goes as a whole, its sign and exponent with it.
      masked += `${text.slice(done, start).replace(/[-+.\dE]*$/i, '')}${quote}${stand}${quote}`;
      NUMBER_END.lastIndex = end;
      NUMBER_END.test(text);
      done = NUMBER_END.lastIndex;
    }
  }
  return masked + text.slice(done);
}

/** What an escape stands for begins behind it, not at its letter: a run of letters after `\n` or `\u00e9` begins later than it seems. */
function afterEscape(text: string, start: number): number {
  const length = ESCAPE_LENGTHS[text.charAt(start)];
  if (length === undefined) return start;
  let slashes = 0;
  while (text[start - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1 && isJson(text) ? start + length : start;
}

const ESCAPE_LENGTHS: Readonly<Record<string, number>> = { b: 1, f: 1, n: 1, r: 1, t: 1, u: 5 };
