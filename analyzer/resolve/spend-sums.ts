/** Milliseconds, tokens and USD of model work. */
export interface Spend {
  modelMs: number;
  input: number;
  output: number;
  cachedInput: number;
  cost: number;
}

export const NOTHING: Spend = { modelMs: 0, input: 0, output: 0, cachedInput: 0, cost: 0 };

export function part(spend: Spend, of: number): Spend {
  return {
    modelMs: spend.modelMs / of,
    input: spend.input / of,
    output: spend.output / of,
    cachedInput: spend.cachedInput / of,
    cost: spend.cost / of,
  };
}

export function add(a: Spend, b: Spend): Spend {
  return {
    modelMs: a.modelMs + b.modelMs,
    input: a.input + b.input,
    output: a.output + b.output,
    cachedInput: a.cachedInput + b.cachedInput,
    cost: a.cost + b.cost,
  };
}

export function withoutTime(spend: Spend): Spend {
  return { ...spend, modelMs: 0 };
}
