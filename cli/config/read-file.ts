import {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
} from 'yaml';
import type { z } from 'zod';

import { configFile, type ConfigFile } from './file-schema.ts';
import { knownKeys } from './known-keys.ts';
import { suggestion } from './nearest.ts';

export interface FileReading {
  /** Null where something is wrong. */
  values: ConfigFile | null;
  /** Each `name:line: what is wrong`. */
  problems: string[];
}

/** Reads the text of `loopscope.yaml`; every problem is reported, with the line of the key that it is about. */
export function readConfigText(name: string, text: string): FileReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const report = (problems: Problem[]): FileReading => ({
    values: null,
    problems: problems
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, message }) => `${name}:${line}: ${message}`),
  });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  if (document.errors.length > 0) {
    return report(
      document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: error.message })),
    );
  }
  const parsed = configFile.safeParse(document.toJS() ?? {});
  if (parsed.success) return { values: parsed.data, problems: [] };
  const lineOf = (path: readonly PropertyKey[]) => lineAt(offsetOf(document, path));
  return report(parsed.error.issues.flatMap((issue) => describeIssue(issue, lineOf)));
}

interface Problem {
  line: number;
  message: string;
}

/** What holds where there is no file. */
export function emptyConfigFile(): ConfigFile {
  return configFile.parse({});
}

function describeIssue(
  issue: z.core.$ZodIssue,
  lineOf: (path: readonly PropertyKey[]) => number,
): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(configFile, issue.path);
    const where = issue.path.length === 0 ? '' : ` in ${dotted(issue.path)}`;
    return issue.keys.map((key) => ({
      line: lineOf([...issue.path, key]),
      message: `unknown key "${key}"${where}${suggestion(key, known) || `; known are ${known.join(', ')}`}`,
    }));
  }
  if (issue.code === 'invalid_union') {
    const nested = mostSpecific(issue.errors);
    if (nested.length > 0) {
      return nested.flatMap((inner) =>
        describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, lineOf),
      );
    }
  }
  const subject = issue.path.length === 0 ? '' : `${dotted(issue.path)}: `;
  return [{ line: lineOf(issue.path), message: subject + issue.message }];
}

/** Of the alternatives of a union, the one that got furthest into the value. */
function mostSpecific(alternatives: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue[] {
  const depth = (issues: readonly z.core.$ZodIssue[]) =>
    Math.max(
      0,
      ...issues.map((issue) => issue.path.length + Number(issue.code === 'unrecognized_keys')),
    );
  const sorted = alternatives.toSorted((a, b) => depth(b) - depth(a));
  return [...(sorted[0] ?? [])];
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/** Where the key of a path stands in the text; the nearest parent's where the key is missing. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = startOf(document.contents);
  for (const key of path) {
    const found = childOf(node, key);
    if (found === null) return offset;
    offset = found.offset;
    node = found.node;
  }
  return offset;
}

function childOf(node: unknown, key: PropertyKey): { node: unknown; offset: number } | null {
  if (isMap(node)) {
    const pair = node.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
    );
    if (pair === undefined || !isScalar(pair.key)) return null;
    return { node: pair.value, offset: startOf(pair.key) };
  }
  const child: unknown = isSeq(node) ? node.items[Number(key)] : undefined;
  return child === undefined ? null : { node: child, offset: startOf(child) };
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
