import { describe, expect, test } from 'vitest';

import { PRICES_AS_OF, PRICE_LIST } from './price-list.ts';
import { priceOf } from './prices.ts';

const MILLION = { input: 1_000_000, output: 0, cachedInput: 0 };
const NONE = new Map();

describe('the price of a model', () => {
  test.each([
    ['gpt-4o', 2.5],
    ['gpt-4o-2024-08-06', 2.5],
    ['openai/gpt-4o-mini', 0.15],
    ['claude-sonnet-4-20250514', 3],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 3],
    ['claude-3-5-sonnet@20240620', 3],
    ['anthropic/claude-3-5-haiku-latest', 0.8],
    ['models/gemini-2.5-pro-preview-05-06', 1.25],
    ['gpt-4-0613', 30],
    ['o3-pro-2025-06-10', 20],
    ['xai/grok-4-0709', 3],
    ['moonshotai/kimi-k2-0905-preview', 0.6],
    ['mistral-large-2411', 2],
    ['mistral-large-2512', 0.5],
    ['gpt-5.2-2025-12-11', 1.75],
    ['google/gemini-3-flash-preview', 0.5],
    ['us.amazon.nova-premier-v1:0', 2.5],
  ])('%s is found by its family', (model, usd) => {
    expect(priceOf(model, MILLION, NONE)).toBeCloseTo(usd, 10);
  });

  test.each(['', 'some-model', 'gpt-4o-audio-preview', 'gpt-40'])('%s is not guessed', (model) => {
    expect(priceOf(model, MILLION, NONE)).toBeNull();
  });

  test('cached input costs less, and no more of it counts than there is input', () => {
    const tokens = { input: 1_000_000, output: 1_000_000, cachedInput: 400_000 };
    expect(priceOf('gpt-4o', tokens, NONE)).toBeCloseTo(0.6 * 2.5 + 0.4 * 1.25 + 10, 10);
    const most = priceOf('gpt-4o', { ...tokens, cachedInput: 9_000_000 }, NONE);
    expect(most).toBeCloseTo(1.25 + 10, 10);
  });

  test('own prices go first and may omit the cached one', () => {
    const own = new Map([
      ['my-model', { input: 3, output: 15 }],
      ['gpt-4o', { input: 1, output: 1 }],
    ]);
    const tokens = { input: 1_000_000, output: 0, cachedInput: 1_000_000 };
    expect(priceOf('my-model', tokens, own)).toBeCloseTo(3, 10);
    expect(priceOf('gpt-4o-2024-08-06', tokens, own)).toBeCloseTo(1, 10);
  });

  test('is listed once for each model, with a date, and cached input is never dearer', () => {
    expect(PRICES_AS_OF).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(new Set(PRICE_LIST.map(([model]) => model)).size).toBe(PRICE_LIST.length);
    for (const [model, input, output, cached] of PRICE_LIST) {
      expect(input, model).toBeGreaterThan(0);
      expect(output, model).toBeGreaterThanOrEqual(0);
      expect(cached ?? input, model).toBeLessThanOrEqual(input);
    }
  });
});
