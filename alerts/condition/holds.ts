import type { Comparison, Condition, Facts, Operand } from './condition.ts';

/** Whether the condition is known to hold: what rests on a missing fact is unknown, and unknown does not fire. */
export function holds(condition: Condition, facts: Facts): boolean {
  return evaluate(condition, facts) === true;
}

/** Three-valued: null is unknown, also under `not`. */
function evaluate(condition: Condition, facts: Facts): boolean | null {
  if (condition.kind === 'not') return negate(evaluate(condition.of, facts));
  if (condition.kind === 'compare') return compare(condition, facts);
  const left = evaluate(condition.left, facts);
  const right = evaluate(condition.right, facts);
  return condition.kind === 'and' ? all(left, right) : negate(all(negate(left), negate(right)));
}

function compare(
  { left, comparison, right }: Extract<Condition, { kind: 'compare' }>,
  facts: Facts,
): boolean | null {
  const leftValue = valueOf(left, facts);
  const rightValue = valueOf(right, facts);
  if (leftValue === null || rightValue === null) return null;
  return COMPARE[comparison](leftValue, rightValue);
}

function all(left: boolean | null, right: boolean | null): boolean | null {
  if (left === false || right === false) return false;
  return left === null || right === null ? null : true;
}

const negate = (value: boolean | null): boolean | null => (value === null ? null : !value);

const valueOf = (operand: Operand, facts: Facts): number | null =>
  typeof operand === 'number' ? operand : (facts[operand] ?? null);

const COMPARE: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
};
