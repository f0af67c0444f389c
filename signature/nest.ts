import { emptyObject, type Json, type JsonObject } from './json.ts';

type Container = { array: Json[]; object: null } | { array: null; object: JsonObject; key: string };

/** Builds nested arrays and objects without recursion: the open ones stand on a stack. */
export class Nest {
  readonly #open: Container[] = [];
  #root: Json | undefined;

  /** The finished value; undefined while anything is open or nothing has come. */
  get result(): Json | undefined {
    return this.#open.length === 0 ? this.#root : undefined;
  }

  get depth(): number {
    return this.#open.length;
  }

  get inObject(): boolean {
    return this.#open.at(-1)?.array === null;
  }

  add(value: Json): void {
    const top = this.#open.at(-1);
    if (top === undefined) this.#root = value;
    else if (top.array === null) top.object[top.key] = value;
    else top.array.push(value);
  }

  /** The key of the next value of the innermost object; a key given twice keeps its last value. */
  key(key: string): void {
    const top = this.#open.at(-1);
    if (top?.array === null) top.key = key;
  }

  openArray(): void {
    const array: Json[] = [];
    this.add(array);
    this.#open.push({ array, object: null });
  }

  openObject(): void {
    const object = emptyObject();
    this.add(object);
    this.#open.push({ array: null, object, key: '' });
  }

  /** The container that was closed. */
  close(): Json | undefined {
    const top = this.#open.pop();
    return top?.array ?? top?.object ?? undefined;
  }
}
