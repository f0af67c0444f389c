import type { Comparison, Condition, Facts, Operand, Operator } from './condition.ts';

const NOTHING: Facts = {};

/** Whether the condition is known to hold: what rests on a missing fact is unknown, and unknown does not fire. */
export function holds(condition: Condition, facts: Facts, baseline: Facts = NOTHING): boolean {
  return evaluate(condition, { facts, baseline }) === true;
}

interface Known {
  facts: Facts;
  baseline: Facts;
}

/** Three-valued: null is unknown, also under `not`. */
function evaluate(condition: Condition, known: Known): boolean | null {
  if (condition.kind === 'not') return negate(evaluate(condition.of, known));
  if (condition.kind === 'compare') return compare(condition, known);
  const left = evaluate(condition.left, known);
  const right = evaluate(condition.right, known);
  return condition.kind === 'and' ? all(left, right) : negate(all(negate(left), negate(right)));
}

function compare(
  { left, comparison, right }: Extract<Condition, { kind: 'compare' }>,
  known: Known,
): boolean | null {
  const leftValue = valueOf(left, known);
  const rightValue = valueOf(right, known);
  if (leftValue === null || rightValue === null) return null;
  return COMPARE[comparison](leftValue, rightValue);
}

function all(left: boolean | null, right: boolean | null): boolean | null {
  if (left === false || right === false) return false;
  return left === null || right === null ? null : true;
}

const negate = (value: boolean | null): boolean | null => (value === null ? null : !value);

function valueOf(operand: Operand, known: Known): number | null {
  if (operand.kind === 'number') return operand.value;
  if (operand.kind === 'fact') return known.facts[operand.name] ?? null;
  if (operand.kind === 'baseline') return known.baseline[operand.name] ?? null;
  const left = valueOf(operand.left, known);
  const right = valueOf(operand.right, known);
  if (left === null || right === null) return null;
  const value = COMPUTE[operand.operator](left, right);
  return Number.isFinite(value) ? value : null;
}

const COMPUTE: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

const COMPARE: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
};
