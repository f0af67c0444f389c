import { costOf } from '../costs/cost.ts';
import { testOf } from './evidence.ts';
import type { Finding } from '../detectors/finding.ts';
import { fixOf } from './fixes.ts';
import type { Loop, LoopCost } from '../loop.ts';
import { proposedText } from './proposals.ts';
import { wastedOf } from './wasted.ts';
import { summaryOf, toolsOf } from './wording.ts';

/** A finding in words: what happened, what confirms it, what it cost and where the fix goes. */
export function explain(finding: Finding): Loop {
  const { facts, kind, severity } = finding;
  const identities = new Set(facts.map((fact) => fact.call.identity));
  return {
    kind,
    severity,
    calls: facts.map((fact) => fact.call.seq),
    tools: toolsOf(facts),
    identity: identities.size === 1 ? (facts[0]?.call.identity ?? null) : null,
    summary: summaryOf(finding),
    test: testOf(finding),
    cost: lossOf(finding),
    fix: { ...fixOf(finding), proposedText: proposedText(finding) },
  };
}

/** A write that leaves things as they were has no side effect. */
function lossOf(finding: Finding): LoopCost {
  const cost = costOf(wastedOf(finding).map((fact) => fact.call));
  return finding.kind === 'noop_write' ? { ...cost, sideEffects: 0 } : cost;
}
