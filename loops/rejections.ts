import { isFailure } from './fact.ts';
import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import type { LoopKind } from './loop.ts';
import type { Scope } from './scope.ts';

/** The first rejection informs, the second can be a slip, the third shows that the message does not help. */
const ALERT_AT = 3;
/** With more other calls than this between them, two rejections are two mistakes. */
const MAX_GAP = 3;
/** Guesses that arrive after a few attempts were worth making. */
const WORTH_RETRYING = 6;

/** One tool rejects moving arguments for the same reason. */
export function findRejections(scope: Scope): Finding[] {
  const findings: Finding[] = [];
  for (const facts of scope.byTool.values()) {
    let run: Fact[] = [];
    const close = (endedBy: Fact | null): void => {
      const finding = judge(run, endedBy);
      if (finding !== null) findings.push(finding);
      run = [];
    };
    for (const fact of facts) {
      if (!isFailure(fact)) {
        if (run.length > 0) close(fact);
        continue;
      }
      const last = run.at(-1);
      if (last !== undefined && !isSameMistake(last, fact)) close(null);
      run.push(fact);
    }
    close(null);
  }
  return findings;
}

function isSameMistake(last: Fact, fact: Fact): boolean {
  return fact.at - last.at - 1 <= MAX_GAP && reasonOf(last) === reasonOf(fact);
}

function judge(run: readonly Fact[], endedBy: Fact | null): Finding | null {
  const [first] = run;
  if (first === undefined || run.length < ALERT_AT) return null;
  if (new Set(run.map((fact) => fact.key)).size < 2) return null;
  const kind = kindOf(first);
  const isClear = first.family !== 'unknown';
  const wasWorthIt = endedBy !== null && run.length <= WORTH_RETRYING;
  return { kind, severity: isClear && !wasWorthIt ? 'alert' : 'watch', facts: [...run] };
}

function kindOf(fact: Fact): LoopKind {
  if (fact.family === 'transport') return 'transport';
  return fact.family === 'denied' ? 'denied' : 'validation';
}

/** A missing thing is named in the message: another name is another question, so there the whole message counts. */
function reasonOf(fact: Fact): string {
  const { call } = fact;
  const wholeMessage = call.errorClass === 'not_found' || call.errorClass === 'unknown';
  const text = call.text?.result ?? null;
  return wholeMessage && text !== null ? `${call.errorClass}:${text.slice(0, 300)}` : fact.answer;
}
