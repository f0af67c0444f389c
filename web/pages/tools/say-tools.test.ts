import type { Tool } from '@loopscope/api/contract';
import { expect, test } from 'vitest';

import { sayTools } from './say-tools.ts';

const tool = (name: string, verdict: Tool['verdict']): Tool => ({
  tool: name,
  calls: 10,
  turns: 5,
  errors: 0,
  empties: 0,
  retries: 0,
  fruitless: 0,
  retry_rate: 0,
  eventual_success_rate: null,
  transport_share: null,
  semantic_share: null,
  retry_tokens: 0,
  max_attempts: 1,
  loops: 0,
  verdict,
  identity_fields: [],
});
const say = (tools: Tool[]): string => sayTools(tools, true).sentences.join(' ');

test('the tools in one line, those to be mended first', () => {
  expect(say([])).toBe('No tool was called in this range.');
  expect(say([tool('a', 'healthy')])).toBe('The only tool is healthy.');
  expect(say([tool('a', 'healthy'), tool('b', 'flaky'), tool('c', 'badly_specified')])).toBe(
    'c is badly specified. b is flaky. 1 other is healthy.',
  );
  expect(say(['a', 'b', 'c', 'd', 'e'].map((name) => tool(name, 'badly_specified')))).toBe(
    'a, b, c and 2 more are badly specified.',
  );
});
