import { PRICE_LIST } from './price-list.ts';

/** USD per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Input read from a cache; without it such tokens cost as much as other input. */
  cached_input?: number;
}

export type Prices = ReadonlyMap<string, ModelPrice>;

const LIST_PRICES: Prices = new Map(
  PRICE_LIST.map(([model, input, output, cached]) => [
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

/** `cachedInput` is part of `input`. */
interface Tokens {
  input: number;
  output: number;
  cachedInput: number;
}

/** What the tokens of a model cost in USD. Null where neither the overrides nor the dated list know the model. */
export function priceOf(model: string, tokens: Tokens, overrides: Prices): number | null {
  const price = findPrice(model, overrides);
  return price === null ? null : costOf(tokens, price);
}

/** In USD. */
export function costOf(tokens: Tokens, price: ModelPrice): number {
  const cached = Math.min(Math.max(tokens.cachedInput, 0), tokens.input);
  const input =
    (tokens.input - cached) * price.input + cached * (price.cached_input ?? price.input);
  return (input + tokens.output * price.output) / 1_000_000;
}

/** Null where neither the overrides nor the dated list know the model. */
export function findPrice(model: string, overrides: Prices): ModelPrice | null {
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
