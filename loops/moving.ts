import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import type { LoopKind } from './loop.ts';
import type { Scope } from './scope.ts';

/** Three wordings of one question with one answer are a loop: the second wording can still be a correction. */
const MOVES_TO_ALERT = 3;

/** One tool, moving arguments, one answer: empty results and rejections. */
export function findMoving(scope: Scope): Finding[] {
  const findings: Finding[] = [];
  for (const facts of scope.byTool.values()) {
    let current: Fact[] = [];
    const close = (): void => {
      const kind = kindOf(current);
      const keys = new Set(current.map((fact) => fact.key));
      if (kind !== null && current.length >= MOVES_TO_ALERT && keys.size > 1) {
        findings.push({ kind, severity: 'alert', facts: current });
      }
    };
    for (const fact of facts) {
      if (current.at(-1)?.answer !== fact.answer) {
        close();
        current = [];
      }
      current.push(fact);
    }
    close();
  }
  return findings;
}

function kindOf(facts: readonly Fact[]): LoopKind | null {
  const [first] = facts;
  if (first === undefined) return null;
  if (first.family === 'semantic' || first.family === 'unknown') return 'validation';
  if (first.family === 'denied') return 'denied';
  if (first.call.resultKind === 'empty') return first.call.effect === 'read' ? 'empty' : null;
  return null;
}
