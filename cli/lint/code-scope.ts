import { posix } from 'node:path';

import type { CodeFile, CodeObject, CodeValue } from './code-value.ts';

/** A value and the file whose names it uses. */
export interface Scoped {
  value: CodeValue;
  file: CodeFile;
}

const MAX_STEPS = 12;
/** Deeper than this nobody writes a tool. */
const MAX_OPEN = 200;
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** The files of a project: what a name stands for, be it set in its own file or brought in from another one. */
export class CodeScope {
  readonly #files: ReadonlyMap<string, CodeFile>;

  /** What is being looked at, by what is being done with it. */
  readonly #open = new Map<object, Set<string>>();

  constructor(files: readonly CodeFile[]) {
    this.#files = new Map(files.map((file) => [posix.normalize(file.path), file]));
  }

  /** Does a work on a value unless the same is under way: code may refer to itself. Null then, and where it goes too deep. */
  once<Result>(work: string, value: object, run: () => Result): Result | null {
    const works = this.#open.get(value) ?? new Set();
    if (works.has(work) || this.#open.size > MAX_OPEN) return null;
    this.#open.set(value, works.add(work));
    try {
      return run();
    } finally {
      works.delete(work);
      if (works.size === 0) this.#open.delete(value);
    }
  }

  /** Follows names as far as they can be followed. */
  resolve(value: CodeValue, file: CodeFile): Scoped {
    if (value.kind !== 'name') return { value, file };
    return this.once('resolve', value, () => this.#resolve(value, file)) ?? { value, file };
  }

  #resolve(value: CodeValue, file: CodeFile): Scoped {
    let at: Scoped = { value, file };
    for (let step = 0; step < MAX_STEPS && at.value.kind === 'name'; step += 1) {
      const next = this.#follow(at.value.path, at.file);
      if (next === null || next.value === at.value) return at;
      at = next;
    }
    return at;
  }

  /** A member of an object, of what is spread into it too. */
  member(object: CodeObject, key: string, file: CodeFile): Scoped | null {
    return this.once(`member ${key}`, object, () => this.#member(object, key, file));
  }

  #member(object: CodeObject, key: string, file: CodeFile): Scoped | null {
    const own = object.members.get(key);
    if (own !== undefined) return this.resolve(own, file);
    for (const spread of object.spread) {
      const inner = this.resolve(spread, file);
      const found =
        inner.value.kind === 'object' ? this.member(inner.value, key, inner.file) : null;
      if (found !== null) return found;
    }
    return null;
  }

  #follow(path: readonly string[], file: CodeFile): Scoped | null {
    const [first, ...rest] = path;
    if (first === undefined) return null;
    const found = this.#named(first, file, rest);
    if (found === null) return null;
    let at = found.scoped;
    for (const key of found.rest) {
      const inner = this.resolve(at.value, at.file);
      const member = this.#memberOf(inner, key);
      if (member === null) return null;
      at = member;
    }
    return at;
  }

  /** Of an object, or of a class such as an enumeration, whose members have a `value`. */
  #memberOf({ value, file }: Scoped, key: string): Scoped | null {
    if (value.kind === 'object') return this.member(value, key, file);
    if (value.kind === 'text' && key === 'value') return { value, file };
    const member = value.kind === 'class' ? value.members.get(key) : undefined;
    return member === undefined ? null : this.resolve(member, file);
  }

  #named(name: string, file: CodeFile, rest: string[]): { scoped: Scoped; rest: string[] } | null {
    const own = file.names.get(name);
    if (own !== undefined) return { scoped: { value: own, file }, rest };
    const imported = file.imports.get(name);
    const from = imported === undefined ? null : this.#fileOf(imported.from, file.path);
    if (imported === undefined || from === null) return null;
    const [wanted, after] =
      imported.name === '*' ? [rest[0] ?? '', rest.slice(1)] : [imported.name, rest];
    return this.once(`name ${wanted}`, from, () => this.#named(wanted, from, after));
  }

  #fileOf(specifier: string, from: string): CodeFile | null {
    const candidates = from.endsWith('.py')
      ? pythonPaths(specifier, from)
      : scriptPaths(specifier, from);
    for (const candidate of candidates) {
      const file = this.#files.get(candidate);
      if (file !== undefined) return file;
    }
    return null;
  }
}

function scriptPaths(specifier: string, from: string): string[] {
  if (!specifier.startsWith('.')) return [];
  const path = posix.join(posix.dirname(from), specifier);
  const bare = path.replace(/\.[cm]?jsx?$/, '');
  return [path, bare, `${path}/index`, path].flatMap((base) =>
    ENDINGS.map((ending) => base + ending),
  );
}

/** Modules count from the file where they begin with dots, else from any folder above it. */
function pythonPaths(specifier: string, from: string): string[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const module = specifier.slice(dots).replaceAll('.', '/');
  let folder = posix.dirname(from);
  const folders = [folder];
  for (let up = 0; up < MAX_STEPS && folder !== '.' && folder !== '/'; up += 1)
    folders.push((folder = posix.dirname(folder)));
  const wanted = dots > 0 ? folders.slice(dots - 1, dots) : folders;
  return wanted.flatMap((base) => [
    posix.join(base, `${module}.py`),
    posix.join(base, module, '__init__.py'),
  ]);
}
