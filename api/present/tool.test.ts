import { describe, expect, it } from 'vitest';

import { presentTool } from './tool.ts';

const QUIET = {
  tool: 'search_orders',
  calls: 100,
  turns: 50,
  errors: 0,
  transport_errors: 0,
  semantic_errors: 0,
  empties: 0,
  retries: 0,
  fruitless: 0,
  failed_identities: 0,
  eventual_successes: 0,
  retry_tokens: 0,
  max_attempts: 1,
  loops: 0,
  last_identity_fields: [],
};

const verdict = (row: Partial<typeof QUIET>): string => presentTool({ ...QUIET, ...row }).verdict;

describe('the verdict on a tool', () => {
  it('is healthy where little is retried and nothing loops', () => {
    expect(verdict({})).toBe('healthy');
    expect(verdict({ errors: 4, retries: 4, failed_identities: 4 })).toBe('healthy');
    expect(verdict({ empties: 60 })).toBe('healthy');
  });

  it('is flaky where retries mostly work in the end, and badly specified where they do not', () => {
    const retried = { errors: 10, retries: 10, failed_identities: 10 };
    expect(verdict({ ...retried, eventual_successes: 9 })).toBe('flaky');
    expect(verdict({ ...retried, eventual_successes: 1 })).toBe('badly_specified');
  });

  it('is badly specified where forty searches find nothing and none of them fails', () => {
    expect(verdict({ calls: 40, empties: 40, fruitless: 40, max_attempts: 40, loops: 1 })).toBe(
      'badly_specified',
    );
  });
});
