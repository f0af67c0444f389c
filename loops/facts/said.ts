import type { CallText } from '../call.ts';
import {
  bulletsOf,
  dataOf,
  linksOf,
  membersOf,
  namedLinesOf,
  orderedText,
  partsOf,
  thingsOf,
} from './contents.ts';
import { opened } from './opened.ts';
import {
  isClock,
  isPause,
  isPending,
  linesSayingAbsence,
  saysNothingFound,
  tellingWords,
} from './says.ts';
import type { PrintSet } from './print-set.ts';
import { partPrints, plainPrint, wordPrints } from './prints.ts';
import { firstWordOf, veil, withoutNote } from './veil.ts';
import { linesOf, wordsOf } from './words.ts';

/**
 * What came back from a call, out of its envelopes, and what it says of itself. Equal results share one, and each question is
 * answered once and only when it is asked.
 */
export class Said {
  /** As it was recorded; null where there is no result or no text is at hand. */
  readonly raw: string | null;
  /** False where only the beginning was recorded, for what follows may be the news. */
  readonly isWhole: boolean;
  #text: string | undefined;
  #data: unknown;
  #isParsed = false;
  #veiled: string | undefined;
  #firstWord: string | undefined;
  #words: ReadonlySet<string> | undefined;
  #prints: PrintSet | undefined;
  #plain: number | undefined;
  #telling: ReadonlySet<string> | undefined;
  #told = 0;
  #isCounted = false;
  #fields: ReadonlyMap<string, unknown> | null | undefined;
  #things: readonly string[] | null | undefined;
  #listed: readonly string[] | null | undefined;
  #partPrints: PrintSet | undefined;
  #lines: readonly string[] | undefined;
  #absences: readonly string[] | undefined;
  #isPending: boolean | undefined;
  #isPause: boolean | undefined;
  #isClock: boolean | undefined;
  #isNothing: boolean | undefined;

  constructor(text: CallText | undefined) {
    this.raw = text?.result ?? null;
    this.isWhole = text !== undefined && text.resultLength <= (text.result?.length ?? 0);
  }

  /** Empty where there is none. */
  get text(): string {
    return (this.#text ??= this.raw === null ? '' : opened(this.raw));
  }

  /** The list or object that the text holds; undefined where it holds none. */
  get data(): unknown {
    if (!this.#isParsed) {
      this.#data = dataOf(this.text);
      this.#isParsed = true;
    }
    return this.#data;
  }

  /** Behind the veil: what differs from call to call without saying anything new is masked. */
  get veiled(): string {
    return (this.#veiled ??= veil(this.data === undefined ? this.text : orderedText(this.data)));
  }

  get firstWord(): string {
    return (this.#firstWord ??= firstWordOf(this.text));
  }

  /** One number for what no veil covers: where it differs, so do the texts behind the veil. */
  get plain(): number {
    return (this.#plain ??= plainPrint(withoutNote(this.text)));
  }

  /** A number for each word. */
  get prints(): PrintSet {
    return (this.#prints ??= wordPrints(this.text));
  }

  get words(): ReadonlySet<string> {
    return (this.#words ??= wordsOf(this.text));
  }

  get lines(): readonly string[] {
    return (this.#lines ??= linesOf(this.text));
  }

  get tellingWords(): ReadonlySet<string> {
    return (this.#telling ??= tellingWords(this.text));
  }

  /** Whether so many words tell something; it is read no further than to them. */
  tells(atLeast: number): boolean {
    if (this.#telling !== undefined) return this.#telling.size >= atLeast;
    if (this.#told < atLeast && !this.#isCounted) {
      this.#told = tellingWords(this.text, atLeast).size;
      this.#isCounted = this.#told < atLeast;
    }
    return this.#told >= atLeast;
  }

  /** Members of an object, or of a text whose lines each name what they tell; null where it is none. */
  get fields(): ReadonlyMap<string, unknown> | null {
    if (this.#fields === undefined)
      this.#fields = this.data === undefined ? namedLinesOf(this.text) : membersOf(this.data);
    return this.#fields;
  }

  /** Names of the things in a list; null where it is none. */
  get things(): readonly string[] | null {
    return this.#things === undefined ? (this.#things = thingsOf(this.data)) : this.#things;
  }

  /** Addresses, or other things, that a text lists; null where it lists none. */
  get listed(): readonly string[] | null {
    if (this.#listed === undefined) this.#listed = linksOf(this.text) ?? bulletsOf(this.text);
    return this.#listed;
  }

  /** A number for each line of a text, or item of a list. */
  get partPrints(): PrintSet {
    return (this.#partPrints ??= partPrints(partsOf(this.text, this.data)));
  }

  get linesSayingAbsence(): readonly string[] {
    return (this.#absences ??= linesSayingAbsence(this.text));
  }

  get isPending(): boolean {
    return (this.#isPending ??= isPending(this.text));
  }

  get isPause(): boolean {
    return (this.#isPause ??= isPause(this.text));
  }

  get isClock(): boolean {
    return (this.#isClock ??= isClock(withoutNote(this.text)));
  }

  get saysNothingFound(): boolean {
    return (this.#isNothing ??= saysNothingFound(this.text));
  }
}
