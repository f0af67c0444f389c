/** USD per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Input read from a cache; without it such tokens cost as much as other input. */
  cached_input?: number;
}

export type Prices = ReadonlyMap<string, ModelPrice>;

/** Day on which the list below was last put together; the makers' public list prices, without batch, long-context or volume terms. */
export const PRICES_AS_OF = '2025-11-30';

/** Model, then USD per million tokens: input, output, cached input where the maker lists it. */
const LIST: readonly (readonly [string, number, number, number?])[] = [
  ['gpt-5.1', 1.25, 10, 0.125],
  ['gpt-5', 1.25, 10, 0.125],
  ['gpt-5-mini', 0.25, 2, 0.025],
  ['gpt-5-nano', 0.05, 0.4, 0.005],
  ['gpt-5-codex', 1.25, 10, 0.125],
  ['gpt-4.1', 2, 8, 0.5],
  ['gpt-4.1-mini', 0.4, 1.6, 0.1],
  ['gpt-4.1-nano', 0.1, 0.4, 0.025],
  ['gpt-4o', 2.5, 10, 1.25],
  ['gpt-4o-mini', 0.15, 0.6, 0.075],
  ['gpt-4-turbo', 10, 30],
  ['gpt-4', 30, 60],
  ['gpt-3.5-turbo', 0.5, 1.5],
  ['o1', 15, 60, 7.5],
  ['o1-mini', 1.1, 4.4, 0.55],
  ['o3', 2, 8, 0.5],
  ['o3-mini', 1.1, 4.4, 0.55],
  ['o4-mini', 1.1, 4.4, 0.275],
  ['claude-opus-4-5', 5, 25, 0.5],
  ['claude-opus-4-1', 15, 75, 1.5],
  ['claude-opus-4', 15, 75, 1.5],
  ['claude-sonnet-4-5', 3, 15, 0.3],
  ['claude-sonnet-4', 3, 15, 0.3],
  ['claude-3-7-sonnet', 3, 15, 0.3],
  ['claude-3-5-sonnet', 3, 15, 0.3],
  ['claude-haiku-4-5', 1, 5, 0.1],
  ['claude-3-5-haiku', 0.8, 4, 0.08],
  ['claude-3-haiku', 0.25, 1.25, 0.03],
  ['claude-3-opus', 15, 75, 1.5],
  ['gemini-3-pro', 2, 12, 0.2],
  ['gemini-2.5-pro', 1.25, 10, 0.125],
  ['gemini-2.5-flash', 0.3, 2.5, 0.03],
  ['gemini-2.5-flash-lite', 0.1, 0.4, 0.01],
  ['gemini-2.0-flash', 0.1, 0.4, 0.025],
  ['gemini-1.5-pro', 1.25, 5],
  ['gemini-1.5-flash', 0.075, 0.3],
  ['deepseek-chat', 0.28, 0.42, 0.028],
  ['deepseek-reasoner', 0.28, 0.42, 0.028],
  ['grok-4', 3, 15, 0.75],
  ['grok-3', 3, 15, 0.75],
  ['grok-3-mini', 0.3, 0.5, 0.075],
  ['grok-code-fast-1', 0.2, 1.5, 0.02],
  ['mistral-large', 2, 6],
  ['mistral-medium', 0.4, 2],
  ['mistral-small', 0.1, 0.3],
  ['codestral', 0.3, 0.9],
  ['command-a', 2.5, 10],
  ['command-r-plus', 2.5, 10],
  ['command-r', 0.15, 0.6],
  ['nova-pro', 0.8, 3.2],
  ['nova-lite', 0.06, 0.24],
  ['nova-micro', 0.035, 0.14],
];

const LIST_PRICES: Prices = new Map(
  LIST.map(([model, input, output, cached]) => [
    model,
    cached === undefined ? { input, output } : { input, output, cached_input: cached },
  ]),
);

/** Endings that name a release of the same model at the same price: a day, a build number, `latest`, `preview`. */
const RELEASE =
  /(?:-v\d+:\d+|-\d{4}-\d\d-\d\d|[-@]\d{8}|-\d\d-\d{2,4}|-\d{3,4}|[-@:]latest|-preview|-exp)$/;
/** Such as `openai/`, `models/`, `us.anthropic.`, `bedrock/eu.amazon.`. */
const PROVIDER =
  /^(?:.*\/)?(?:(?:[a-z]{2,6}\.)?(?:anthropic|amazon|mistral|cohere|openai|deepseek)\.)?/;

/**
 * What the tokens of a model cost in USD. `cachedInput` is part of `input`. Null where neither the overrides nor the dated list
 * know the model.
 */
export function priceOf(
  model: string,
  tokens: { input: number; output: number; cachedInput: number },
  overrides: Prices,
): number | null {
  const price = findPrice(model, overrides);
  if (price === null) return null;
  const cached = Math.min(Math.max(tokens.cachedInput, 0), tokens.input);
  const input =
    (tokens.input - cached) * price.input + cached * (price.cached_input ?? price.input);
  return (input + tokens.output * price.output) / 1_000_000;
}

function findPrice(model: string, overrides: Prices): ModelPrice | null {
  for (const name of namesOf(model)) {
    const price = overrides.get(name);
    if (price !== undefined) return price;
  }
  for (const name of namesOf(model)) {
    const price = LIST_PRICES.get(name);
    if (price !== undefined) return price;
  }
  return null;
}

/** The name as given, then without provider, then without each release ending in turn. */
function namesOf(model: string): string[] {
  const names = [model];
  let name = model.toLowerCase().replace(PROVIDER, '');
  for (;;) {
    names.push(name);
    const shorter = name.replace(RELEASE, '');
    if (shorter === name) return names;
    name = shorter;
  }
}
