import type { z } from 'zod';

import { readYaml, type YamlFault } from './read-yaml.ts';
import { ruleConfig, type AlertRule } from './rule.ts';

export interface RuleReading {
  /** Null where something is wrong. */
  rule: AlertRule | null;
  problems: YamlFault[];
}

/** YAML of one rule -> the rule, or all that is wrong with it, each with its line. */
export function readRule(text: string): RuleReading {
  const { value, faults, lineOf } = readYaml(text);
  if (faults.length > 0) return { rule: null, problems: faults };
  const parsed = ruleConfig.safeParse(value);
  if (parsed.success) return { rule: parsed.data, problems: [] };
  const problems = parsed.error.issues.flatMap((issue) =>
    describe(issue).map(({ path, message }) => ({ line: lineOf(path), message })),
  );
  return { rule: null, problems: problems.toSorted((a, b) => a.line - b.line) };
}

function describe(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `unknown key "${key}"`,
    }));
  }
  const subject = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  return [{ path: [...issue.path], message: `${subject}${issue.message}` }];
}
