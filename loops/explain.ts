import { costOf } from './cost.ts';
import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import type { Evidence, FixPlace, Loop, LoopKind } from './loop.ts';

/** A finding in words: what happened, what confirms it, what it cost and where the fix goes. */
export function explain(finding: Finding): Loop {
  const { facts, kind } = finding;
  const tools = [...new Set(facts.map((fact) => fact.call.tool))];
  const identities = new Set(facts.map((fact) => fact.call.identity));
  const fix = FIXES[kind];
  return {
    kind,
    severity: finding.severity,
    calls: facts.map((fact) => fact.call.seq),
    tools,
    identity: identities.size === 1 ? (facts[0]?.call.identity ?? null) : null,
    summary: summarise(finding, tools),
    test: { evidence: evidenceOf(facts), excludes: EXCLUDES[kind] },
    cost: costOf(facts.slice(1).map((fact) => fact.call)),
    fix: { place: fix.place, advice: fix.advice, proposedText: null },
  };
}

function evidenceOf(facts: readonly Fact[]): Evidence[] {
  const of = facts.length;
  return [
    { claim: 'arguments equal', holds: largest(facts.map((fact) => fact.key)), of },
    { claim: 'results equal', holds: largest(facts.map((fact) => fact.answer)), of },
    { claim: 'errors', holds: facts.filter((fact) => fact.call.outcome === 'error').length, of },
  ];
}

/** Size of the largest group of equal values; empty text equals nothing. */
function largest(values: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

function summarise(finding: Finding, tools: readonly string[]): string {
  const times = finding.facts.length;
  const tool = tools[0] ?? '';
  switch (finding.kind) {
    case 'cycle':
      return `${tools.join(' and ')} came round ${times} calls long, with the same answers each lap`;
    case 'empty':
      return `${tool} returned nothing ${times} times`;
    case 'validation':
      return `${tool} was rejected ${times} times for the same reason`;
    case 'transport':
      return `${tool} was repeated ${times} times after passing faults; each attempt may have succeeded`;
    case 'denied':
      return `${tool} was refused ${times} times`;
    default:
      return `${tool} gave the same answer ${times} times`;
  }
}

const FIXES: Record<LoopKind, { place: FixPlace; advice: string }> = {
  exact: { place: 'exit_condition', advice: 'Stop the turn at the third equal call.' },
  batch: { place: 'schema', advice: 'Say in the description that one call is enough.' },
  cycle: { place: 'exit_condition', advice: 'Stop the turn when the ring closes a third time.' },
  interleaved: { place: 'exit_condition', advice: 'Say in the result that it has not changed.' },
  stagnant: {
    place: 'tool_result',
    advice: 'Say in the result what was searched and what else exists.',
  },
  empty: {
    place: 'tool_result',
    advice: 'Say in the empty result what was looked at and what exists instead.',
  },
  sweep: { place: 'tool_result', advice: 'Say in the result that the end has been reached.' },
  validation: {
    place: 'schema',
    advice: 'Say in the schema or the message which values are accepted.',
  },
  transport: {
    place: 'executor_retry',
    advice: 'Retry with backoff inside the executor, out of the model\u2019s sight.',
  },
  denied: { place: 'permissions', advice: 'Grant the right, or take the tool away.' },
  noop_write: { place: 'tool_result', advice: 'Say in the result that nothing has changed.' },
  clock_wait: { place: 'harness', advice: 'Give the agent a way to wait.' },
  reverify: {
    place: 'exit_condition',
    advice: 'Tell the agent to stop once the question is answered.',
  },
  duplicate_dispatch: { place: 'harness', advice: 'Send each call once; deduplicate by call id.' },
};

const EXCLUDES: Record<LoopKind, LoopKind[]> = {
  exact: ['validation', 'transport'],
  batch: ['validation', 'transport'],
  cycle: ['exact'],
  interleaved: ['validation', 'transport'],
  stagnant: ['exact', 'validation', 'transport'],
  empty: ['validation', 'transport'],
  sweep: ['exact', 'validation', 'transport'],
  validation: ['empty', 'transport'],
  transport: ['empty', 'validation'],
  denied: ['validation', 'transport'],
  noop_write: ['validation', 'transport'],
  clock_wait: ['validation', 'transport'],
  reverify: ['validation', 'transport'],
  duplicate_dispatch: ['exact', 'batch'],
};
