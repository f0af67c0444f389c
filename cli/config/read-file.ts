import { readYaml } from '@loopscope/alerts';
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
  const { value, faults, lineOf } = readYaml(text);
  const report = (problems: Problem[]): FileReading => ({
    values: null,
    problems: problems
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, message }) => `${name}:${line}: ${message}`),
  });
  if (faults.length > 0) return report(faults);
  const parsed = configFile.safeParse(value);
  if (parsed.success) return { values: parsed.data, problems: [] };
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
