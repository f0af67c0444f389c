import { readdirSync, readFileSync } from 'node:fs';

import { readRule } from './read-rules.ts';
import type { AlertRule } from './rule.ts';

/** Rules that are in force unless the configuration leaves them out or replaces them by name. Throws where one is broken. */
export function readShippedRules(): AlertRule[] {
  const folder = new URL('../rules/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => {
      const { rule, problems } = readRule(readFileSync(new URL(name, folder), 'utf8'));
      if (rule !== null) return rule;
      throw new Error(
        problems.map(({ line, message }) => `${name}:${line}: ${message}`).join('\n'),
      );
    });
}
