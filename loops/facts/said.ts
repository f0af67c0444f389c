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
import { letterPrint, partPrints, plainPrint, sketchWords, wordPrints } from './prints.ts';
import { firstWordOf, veil, withoutNote } from './veil.ts';
import type { WordSketch } from './word-sketch.ts';
import { linesOf } from './words.ts';

/** What tells the time is no longer, whatever ids and notes stand beside it. */
const MAX_CLOCK = 1_000;

/** Of shorter texts, reading takes less room than the text. */
const MAX_REMEMBERED = 200;

/** What has been read of a text. */
class Read {
  data: unknown = undefined;
  isParsed = false;
  veiled: string | undefined = undefined;
  firstWord: string | undefined = undefined;
  sketch: WordSketch | undefined = undefined;
  prints: PrintSet | undefined = undefined;
  told: string | undefined = undefined;
  plain: number | undefined = undefined;
  letters: number | undefined = undefined;
  tellingWords: ReadonlySet<string> | undefined = undefined;
  wordsTold = 0;
  isCounted = false;
  fields: ReadonlyMap<string, unknown> | null | undefined = undefined;
  things: readonly string[] | null | undefined = undefined;
  listed: readonly string[] | null | undefined = undefined;
  partPrints: PrintSet | undefined = undefined;
  lines: ReadonlyMap<string, number> | undefined = undefined;
  absences: readonly string[] | undefined = undefined;
  isPending: boolean | undefined = undefined;
  isPause: boolean | undefined = undefined;
  isClock: boolean | undefined = undefined;
  isNothing: boolean | undefined = undefined;
}

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
  #read: Read | null = null;

  constructor(text: CallText | undefined) {
    this.raw = text?.result ?? null;
    this.isWhole = text !== undefined && text.resultLength <= (text.result?.length ?? 0);
  }

  get #kept(): Read {
    return (this.#read ??= new Read());
  }

  /** Lets go of what has been read of a long text: whoever asks again has it read again. */
  forget(): void {
    if (this.text.length > MAX_REMEMBERED) this.#read = null;
  }

  /** Empty where there is none. */
  get text(): string {
    return (this.#text ??= this.raw === null ? '' : opened(this.raw));
  }

  /** The list or object that the text holds; undefined where it holds none. */
  get data(): unknown {
    if (!this.#kept.isParsed) {
      this.#kept.data = dataOf(this.text);
      this.#kept.isParsed = true;
    }
    return this.#kept.data;
  }

  /** Behind the veil: what differs from call to call without saying anything new is masked. */
  get veiled(): string {
    return (this.#kept.veiled ??= veil(
      this.data === undefined ? this.text : orderedText(this.data),
    ));
  }

  get firstWord(): string {
    return (this.#kept.firstWord ??= firstWordOf(this.text));
  }

  /** One number for what no veil covers: where it differs, so do the texts behind the veil. */
  get plain(): number {
    return (this.#kept.plain ??= plainPrint(this.told));
  }

  /** The beginning, without what a guard or a harness wrote below it. */
  get told(): string {
    return (this.#kept.told ??= withoutNote(this.text));
  }

  /** One number for its letters, in whatever order. */
  get letters(): number {
    return (this.#kept.letters ??= letterPrint(this.text));
  }

  /** A number for each word. */
  get prints(): PrintSet {
    return (this.#kept.prints ??= wordPrints(this.text));
  }

  /** The same, for a quick look. */
  get sketch(): WordSketch {
    return (this.#kept.sketch ??= sketchWords(this.text));
  }

  /** Those of its lines that say something, each with how often it stands there. */
  get lines(): ReadonlyMap<string, number> {
    return (this.#kept.lines ??= linesOf(this.text));
  }

  get tellingWords(): ReadonlySet<string> {
    return (this.#kept.tellingWords ??= tellingWords(this.text));
  }

  /** Whether so many words tell something; it is read no further than to them. */
  tells(atLeast: number): boolean {
    if (this.#kept.tellingWords !== undefined) return this.#kept.tellingWords.size >= atLeast;
    if (this.#kept.wordsTold < atLeast && !this.#kept.isCounted) {
      this.#kept.wordsTold = tellingWords(this.text, atLeast).size;
      this.#kept.isCounted = this.#kept.wordsTold < atLeast;
    }
    return this.#kept.wordsTold >= atLeast;
  }

  /** Members of an object, or of a text whose lines each name what they tell; null where it is none. */
  get fields(): ReadonlyMap<string, unknown> | null {
    if (this.#kept.fields === undefined)
      this.#kept.fields = this.data === undefined ? namedLinesOf(this.text) : membersOf(this.data);
    return this.#kept.fields;
  }

  /** Names of the things in a list; null where it is none. */
  get things(): readonly string[] | null {
    return this.#kept.things === undefined
      ? (this.#kept.things = thingsOf(this.data))
      : this.#kept.things;
  }

  /** Addresses, or other things, that a text lists; null where it lists none. */
  get listed(): readonly string[] | null {
    if (this.#kept.listed === undefined)
      this.#kept.listed = linksOf(this.text) ?? bulletsOf(this.text);
    return this.#kept.listed;
  }

  /** A number for each line of a text, or item of a list. */
  get partPrints(): PrintSet {
    return (this.#kept.partPrints ??= partPrints(partsOf(this.text, this.data)));
  }

  get linesSayingAbsence(): readonly string[] {
    return (this.#kept.absences ??= linesSayingAbsence(this.text));
  }

  get isPending(): boolean {
    return (this.#kept.isPending ??= isPending(this.text));
  }

  get isPause(): boolean {
    return (this.#kept.isPause ??= isPause(this.text));
  }

  get isClock(): boolean {
    return (this.#kept.isClock ??= this.text.length <= MAX_CLOCK && isClock(this.told));
  }

  get saysNothingFound(): boolean {
    return (this.#kept.isNothing ??= saysNothingFound(this.text));
  }
}
