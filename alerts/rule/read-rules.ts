import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

import { ruleConfig, type AlertRule } from './rule.ts';

export interface RuleFault {
  /** 1-based. */
  line: number;
  message: string;
}

export interface RuleReading {
  /** Null where something is wrong. */
  rule: AlertRule | null;
  problems: RuleFault[];
}

/** YAML of one rule -> the rule, or all that is wrong with it, each with its line. */
export function readRule(text: string): RuleReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message }));
    return { rule: null, problems };
  }
  const parsed = ruleConfig.safeParse(document.toJS() ?? {});
  if (parsed.success) return { rule: parsed.data, problems: [] };
  const problems = parsed.error.issues.flatMap((issue) =>
    describe(issue).map(({ path, message }) => ({
      line: lineAt(offsetOf(document.contents, path)),
      message,
    })),
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

/** Where the key of a path stands; the nearest parent's where the key is missing. */
function offsetOf(contents: unknown, path: readonly PropertyKey[]): number {
  let node = contents;
  let offset = 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
      );
      if (pair === undefined || !isNode(pair.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      if (isNode(node)) offset = node.range?.[0] ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}
