/** A stretch of text that both sides share, or that only one of them has. */
export interface Stretch {
  text: string;
  change: 'same' | 'added' | 'removed';
}

/** More words than this on a side are compared at their ends only; the table of the exact way grows with the square. */
const MOST_WORDS = 400;

/** What changed between two texts, word by word. Joining `same` and `added` gives `after`, `same` and `removed` gives `before`. */
export function compareText(before: string, after: string): Stretch[] {
  const old = splitWords(before);
  const fresh = splitWords(after);
  const head = sharedLength(old, fresh);
  const tail = Math.min(
    sharedLength(old.toReversed(), fresh.toReversed()),
    Math.min(old.length, fresh.length) - head,
  );
  const oldMiddle = old.slice(head, old.length - tail);
  const freshMiddle = fresh.slice(head, fresh.length - tail);
  const isSmall = Math.max(oldMiddle.length, freshMiddle.length) <= MOST_WORDS;
  return mergeStretches(
    joinAcrossSpace([
      { text: fresh.slice(0, head).join(''), change: 'same' },
      ...(isSmall ? alignWords(oldMiddle, freshMiddle) : replaceAll(oldMiddle, freshMiddle)),
      { text: fresh.slice(fresh.length - tail).join(''), change: 'same' },
    ]),
  );
}

/** Words, runs of space, and single marks. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at++) if (one[at] !== other[at]) return at;
  return end;
}

function replaceAll(old: readonly string[], fresh: readonly string[]): Stretch[] {
  return [
    { text: old.join(''), change: 'removed' },
    { text: fresh.join(''), change: 'added' },
  ];
}

/** Longest common subsequence of words. */
function alignWords(old: readonly string[], fresh: readonly string[]): Stretch[] {
  const width = fresh.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row] === fresh[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const stretches: Stretch[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < fresh.length) {
    const oldWord = old[row];
    const freshWord = fresh[column];
    if (oldWord !== undefined && oldWord === freshWord) {
      stretches.push({ text: oldWord, change: 'same' });
      row++;
      column++;
    } else if (
      freshWord === undefined ||
      (oldWord !== undefined && lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    ) {
      stretches.push({ text: oldWord ?? '', change: 'removed' });
      row++;
    } else {
      stretches.push({ text: freshWord, change: 'added' });
      column++;
    }
  }
  return stretches;
}

/** Changed words that only space parts are one change: `Refund not received`, not three crossed-out words. */
function joinAcrossSpace(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  let removed = '';
  let added = '';
  const close = (): void => {
    joined.push({ text: removed, change: 'removed' }, { text: added, change: 'added' });
    removed = '';
    added = '';
  };
  for (const [at, { text, change }] of stretches.entries()) {
    const isOpen = removed !== '' || added !== '';
    const next = stretches[at + 1]?.change;
    const isBridge = isOpen && text.trim() === '' && next !== undefined && next !== 'same';
    if (change === 'removed' || (change === 'same' && isBridge)) removed += text;
    if (change === 'added' || (change === 'same' && isBridge)) added += text;
    if (change === 'same' && !isBridge) {
      close();
      joined.push({ text, change });
    }
  }
  close();
  return joined;
}

function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const { text, change } of stretches) {
    const last = merged.at(-1);
    if (text === '') continue;
    if (last?.change === change) last.text += text;
    else merged.push({ text, change });
  }
  return merged;
}
