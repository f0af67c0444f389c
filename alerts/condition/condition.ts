export const COMPARISONS = ['<=', '>=', '==', '!=', '<', '>'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A number, or the name of a fact. */
export type Operand = number | string;

/** The tree of a rule's `when`. */
export type Condition =
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'not'; of: Condition }
  | { kind: 'compare'; left: Operand; comparison: Comparison; right: Operand };

/** What is known about a subject; null where there is nothing to count, such as the ratio of no calls. */
export type Facts = Readonly<Record<string, number | null>>;
