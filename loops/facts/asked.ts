import type { CallText } from '../call.ts';
import { dataOf, fieldTextsOf, formOf, membersOf, numbersOf, withoutNumbers } from './contents.ts';
import { openedArguments } from './opened.ts';
import { holdsExchange, plainFormOf } from './plain-form.ts';
import { subjectPrint } from './prints.ts';

/** What a call asked: the text of its arguments. Each question about it is answered once and only when it is asked. */
export class Asked {
  /** Null where it is not at hand. */
  readonly raw: string | null;
  /** Fields that are declared to say nothing. */
  readonly #volatile: readonly string[];
  #text: string | null | undefined;
  #form: string | undefined;
  #plain: string | undefined;
  #numbers: readonly number[] | undefined;
  #fields: ReadonlyMap<string, string> | undefined;
  #members: ReadonlyMap<string, unknown> | null | undefined;
  #plainForm: string | null | undefined;
  #subjectPrint: number | null | undefined;
  #holdsExchange: 'no' | 'unsure' | 'yes' | undefined;

  constructor(text: CallText | undefined, volatile: readonly string[]) {
    this.raw = text?.args ?? null;
    this.#volatile = volatile;
  }

  get text(): string | null {
    if (this.#text === undefined) this.#text = this.raw === null ? null : openedArguments(this.raw);
    return this.#text;
  }

  /** Whether it may hold what belongs to the exchange. */
  get holdsExchange(): 'no' | 'unsure' | 'yes' {
    return (this.#holdsExchange ??= holdsExchange(this.raw));
  }

  /** With its keys in order and without volatile fields: equal for equal questions. */
  get form(): string {
    return (this.#form ??= formOf(this.text ?? '', this.members, this.#volatile));
  }

  /** With every number masked: what is left when only digits move. */
  get withoutNumbers(): string {
    return (this.#plain ??= withoutNumbers(this.form));
  }

  /** One number for all but the numbers, equal where `withoutNumbers` is; null where there are no numbers. */
  get subjectPrint(): number | null {
    return this.#subjectPrint === undefined
      ? (this.#subjectPrint = this.#volatile.length > 0 ? 0 : subjectPrint(this.text ?? ''))
      : this.#subjectPrint;
  }

  get numbers(): readonly number[] {
    return (this.#numbers ??= numbersOf(this.form));
  }

  /** Top-level fields as text; arguments that are no object are one field. */
  get fields(): ReadonlyMap<string, string> {
    return (this.#fields ??= fieldTextsOf(this.text ?? '', this.members, this.#volatile));
  }

  /** The same for what is asked in another form; null where the arguments are no object. */
  get plainForm(): string | null {
    if (this.#plainForm === undefined)
      this.#plainForm = this.members === null ? null : plainFormOf(this.members);
    return this.#plainForm;
  }

  /** Top-level fields as values; null where the arguments are no object. */
  get members(): ReadonlyMap<string, unknown> | null {
    return this.#members === undefined
      ? (this.#members = membersOf(dataOf(this.text ?? '')))
      : this.#members;
  }
}
