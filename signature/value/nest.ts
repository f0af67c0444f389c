import { setMember, type Json, type JsonObject } from './json.ts';

type Open = { array: Json[] } | { object: JsonObject; key: string };

/** Builds nested arrays and objects without recursion: the open ones stand on a stack. */
export class Nest {
  readonly #open: Open[] = [];
  #root: Json | undefined;

  /** The outermost value; undefined while it is open or before it has come. */
  get result(): Json | undefined {
    return this.#open.length === 0 ? this.#root : undefined;
  }

  get inObject(): boolean {
    const top = this.#open.at(-1);
    return top !== undefined && 'object' in top;
  }

  add(value: Json): void {
    const top = this.#open.at(-1);
    if (top === undefined) this.#root = value;
    else if ('array' in top) top.array.push(value);
    else setMember(top.object, top.key, value);
  }

  /** Names the next value of the innermost object; a name given twice keeps its last value. */
  key(key: string): void {
    const top = this.#open.at(-1);
    if (top !== undefined && 'object' in top) top.key = key;
  }

  openArray(): void {
    const array: Json[] = [];
    this.add(array);
    this.#open.push({ array });
  }

  openObject(): void {
    const object: JsonObject = {};
    this.add(object);
    this.#open.push({ object, key: '' });
  }

  close(): void {
    this.#open.pop();
  }
}
