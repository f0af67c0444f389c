import { posix } from 'node:path';

import type { CodeFile, CodeObject, CodeValue } from './code-value.ts';

/** A value and the file whose names it uses. */
export interface Scoped {
  value: CodeValue;
  file: CodeFile;
}

const MAX_STEPS = 12;
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** The files of a project: what a name stands for, be it set in its own file or brought in from another one. */
export class CodeScope {
  readonly #files: ReadonlyMap<string, CodeFile>;

  constructor(files: readonly CodeFile[]) {
    this.#files = new Map(files.map((file) => [posix.normalize(file.path), file]));
  }

  /** Follows names as far as they can be followed. */
  resolve(value: CodeValue, file: CodeFile): Scoped {
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
    if (from.names.has(wanted) || from.imports.has(wanted)) return this.#named(wanted, from, after);
    return null;
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
