import { posix } from 'node:path';

import { parseSync } from 'oxc-parser';

/** One import or re-export of a file, as written. */
export interface Import {
  specifier: string;
  /** `import type` or `export type`: gone at run time. */
  typeOnly: boolean;
  /** `export * from`. */
  star: boolean;
}

const STARS: ReadonlySet<string> = new Set(['All', 'AllButDefault']);

/** All static and dynamic imports of a TypeScript file. Throws where the file does not parse. */
export function importsOf(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const found: Import[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    found.push({ specifier: moduleRequest.value, typeOnly, star: false });
  }
  for (const { entries } of module.staticExports) {
    for (const entry of entries) {
      if (entry.moduleRequest === null) continue;
      const star = STARS.has(entry.importName.kind);
      found.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType, star });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    if (/^['"].*['"]$/s.test(text)) {
      found.push({ specifier: text.slice(1, -1), typeOnly: false, star: false });
    }
  }
  return found;
}

export interface Rules {
  allowed: Readonly<Record<string, readonly string[]>>;
  typesOnly: readonly (readonly [from: string, to: string])[];
}

/** What is wrong with one import of `file` (a path from the repository's root); null when nothing is. */
export function judgeImport(file: string, found: Import, rules: Rules): string | null {
  const from = file.split('/')[0] ?? '';
  if (found.star)
    return `${file}: \`export *\` hides what "${found.specifier}" gives; list the names`;
  const target = targetOf(file, found.specifier);
  if (target === null || target.folder === from) return null;
  const allowed = rules.allowed[from];
  if (allowed === undefined) return `${file}: the folder "${from}" has no import rule`;
  if (allowed.includes('*')) return target.byDoor || from !== 'bench' ? null : door(file, found);
  if (!target.byDoor) return door(file, found);
  const isAllowed = allowed.includes(target.door) || allowed.includes(target.folder);
  if (!isAllowed) return `${file}: ${from} may not import "${found.specifier}"`;
  const isTypesOnly = rules.typesOnly.some(([a, b]) => a === from && b === target.folder);
  if (isTypesOnly && !found.typeOnly) {
    return `${file}: ${from} may import only types of "${found.specifier}"`;
  }
  return null;
}

function door(file: string, found: Import): string {
  return `${file}: "${found.specifier}" goes around the door of its package`;
}

interface Target {
  folder: string;
  /** Folder with sub-path, such as `api/contract`. */
  door: string;
  byDoor: boolean;
}

function targetOf(file: string, specifier: string): Target | null {
  if (specifier.startsWith('@loopscope/')) {
    const path = specifier.slice('@loopscope/'.length);
    return { folder: path.split('/')[0] ?? '', door: path, byDoor: true };
  }
  if (!specifier.startsWith('.')) return null;
  const path = posix.normalize(posix.join(posix.dirname(file), specifier));
  return { folder: path.split('/')[0] ?? '', door: path, byDoor: false };
}

/** Files that import each other in a ring, each ring once; types count too, since a reader follows them as well. */
export function importCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const state = new Map<string, { index: number; low: number; onStack: boolean }>();
  const stack: string[] = [];
  const rings: string[][] = [];
  const visit = (node: string): void => {
    const mine = { index: state.size, low: state.size, onStack: true };
    state.set(node, mine);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      const other = state.get(next);
      if (other === undefined) {
        visit(next);
        mine.low = Math.min(mine.low, state.get(next)?.low ?? mine.low);
      } else if (other.onStack) mine.low = Math.min(mine.low, other.index);
    }
    if (mine.low !== mine.index) return;
    const ring = stack.splice(stack.indexOf(node));
    for (const member of ring) {
      const entry = state.get(member);
      if (entry !== undefined) entry.onStack = false;
    }
    if (ring.length > 1 || (graph.get(node) ?? []).includes(node)) rings.push(ring.toSorted());
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return rings;
}
