import type { Tag, TextMask } from './mask-text.ts';
import type { MaskingRules } from './masking-config.ts';
import { createNameCheck, type NameCheck } from './secret-names.ts';

/** The same value without its secrets; itself where it has none. Nothing that is given is changed. */
export interface DeepMask {
  <Value>(value: Value): Value;
  /** Members of these names stay as they are. */
  <Value extends object>(value: Value, leave: ReadonlySet<string>): Value;
}

/** Numbers below this are no card. */
const SMALLEST_CARD = 1e12;
/** Names of attributes and arguments repeat from span to span. */
const MAX_KNOWN_NAMES = 4_000;
const SCHEME = /^(?:bearer|basic|digest|token|apikey)\s+/i;

/** Walks maps, lists and objects, values and names, and knows by its name that a value is a secret. */
export function createDeepMask(rules: MaskingRules, masks: { text: TextMask; tag: Tag }): DeepMask {
  const walker = new Walker(rules, masks);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts change, and only to other texts
  return <Value>(value: Value, leave?: ReadonlySet<string>) => walker.walk(value, leave) as Value;
}

class Walker {
  readonly #isSecret: NameCheck;
  readonly #text: TextMask;
  readonly #tag: Tag;
  readonly #knownNames = new Map<string, string>();

  constructor(rules: MaskingRules, { text, tag }: { text: TextMask; tag: Tag }) {
    this.#isSecret = createNameCheck(rules.keys);
    this.#text = text;
    this.#tag = tag;
  }

  walk(value: unknown, leave?: ReadonlySet<string>): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number' || typeof value === 'bigint') return this.#number(value);
    if (typeof value !== 'object' || value === null || value instanceof Set) return value;
    if (Array.isArray(value)) return this.#list(value, (item) => this.walk(item));
    return value instanceof Map ? this.#map(value) : this.#object(value, leave);
  }

  #named(name: string, value: unknown): unknown {
    if (typeof value === 'string') {
      return this.#isSecret(name, value) ? this.#whole(value) : this.#text(value);
    }
    if (Array.isArray(value)) return this.#list(value, (item) => this.#named(name, item));
    return this.walk(value);
  }

  #whole(value: string): string {
    const scheme = SCHEME.exec(value)?.[0] ?? '';
    const secret = value.slice(scheme.length);
    return secret === '' || isMasked(secret) ? value : scheme + this.#tag('named', secret);
  }

  #number(value: number | bigint): unknown {
    if (value < SMALLEST_CARD) return value;
    const masked = this.#text(String(value));
    return isMasked(masked) ? masked : value;
  }

  #list(value: readonly unknown[], mask: (item: unknown) => unknown): readonly unknown[] {
    let masked: unknown[] | null = null;
    for (const [place, item] of value.entries()) {
      const now = mask(item);
      if (now !== item) (masked ??= [...value])[place] = now;
    }
    return masked ?? value;
  }

  #map(value: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
    const changes = this.#changesOf(value.keys(), (name) => value.get(name));
    if (changes === null) return value;
    return new Map(Array.from(value, (member) => changes.get(member[0]) ?? member));
  }

  #object(value: object, leave?: ReadonlySet<string>): object {
    const names = Object.keys(value);
    const said = leave === undefined ? names : names.filter((name) => !leave.has(name));
    const changes = this.#changesOf(said, (name) => Reflect.get(value, name));
    if (changes === null) return value;
    const masked: object = Object.create(Object.getPrototypeOf(value));
    for (const member of Object.entries(value)) {
      const [name, item] = changes.get(member[0]) ?? member;
      Object.defineProperty(masked, name, plain(item));
    }
    return masked;
  }

  /** Name -> name and value without secrets, of the members that hold some; null where none does. Each is looked at once. */
  #changesOf(
    names: Iterable<string>,
    valueOf: (name: string) => unknown,
  ): Map<string, [string, unknown]> | null {
    let changes: Map<string, [string, unknown]> | null = null;
    for (const name of names) {
      const item = valueOf(name);
      const newName = this.#name(name);
      const newItem = this.#named(name, item);
      if (newName === name && newItem === item) continue;
      changes ??= new Map();
      changes.set(name, [newName, newItem]);
    }
    return changes;
  }

  #name(name: string): string {
    const before = this.#knownNames.get(name);
    if (before !== undefined) return before;
    const masked = this.#text(name);
    if (this.#knownNames.size < MAX_KNOWN_NAMES) this.#knownNames.set(name, masked);
    return masked;
  }
}

function isMasked(text: string): boolean {
  return text.startsWith('[masked:');
}

/** A member like any other, even where its name is `__proto__`. */
function plain(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, writable: true, configurable: true };
}
