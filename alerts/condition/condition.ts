export const COMPARISONS = ['<=', '>=', '==', '!=', '<', '>'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const OPERATORS = ['+', '-', '*', '/'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A number, a fact, the same fact in the baseline, or a sum of such. */
export type Operand =
  | { kind: 'number'; value: number }
  | { kind: 'fact'; name: string }
  | { kind: 'baseline'; name: string }
  | { kind: 'arithmetic'; operator: Operator; left: Operand; right: Operand };

/** The tree of a rule's `when`. */
export type Condition =
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'not'; of: Condition }
  | { kind: 'compare'; left: Operand; comparison: Comparison; right: Operand };

/** What is known about a subject; null where there is nothing to count, such as the ratio of no calls. */
export type Facts = Readonly<Record<string, number | null>>;

/** The facts that a condition reads; `baseline(x)` counts as reading the baseline. */
export function factsRead(condition: Condition): { facts: Set<string>; readsBaseline: boolean } {
  const facts = new Set<string>();
  let readsBaseline = false;
  const visitOperand = (operand: Operand): void => {
    if (operand.kind === 'arithmetic') {
      visitOperand(operand.left);
      visitOperand(operand.right);
    } else if (operand.kind !== 'number') {
      facts.add(operand.name);
      if (operand.kind === 'baseline') readsBaseline = true;
    }
  };
  const visit = (part: Condition): void => {
    if (part.kind === 'not') visit(part.of);
    else if (part.kind === 'compare') {
      visitOperand(part.left);
      visitOperand(part.right);
    } else {
      visit(part.left);
      visit(part.right);
    }
  };
  visit(condition);
  return { facts, readsBaseline };
}
