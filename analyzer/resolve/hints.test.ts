import { describe, expect, it } from 'vitest';

import { resolve } from '../testing/resolve.ts';
import { modelSpan, toolSpan } from '../testing/spans.ts';

function marksOf(...rows: Parameters<typeof resolve>[0]): string[] {
  return resolve(rows).turnVerdicts[0]?.marks ?? [];
}

const own = { session_id: 's', input_tokens: 10, scope: 'com.anthropic.sdk', dialect: 'anthropic' };
const known = { args: { q: 1 }, result: [] };

describe('a turn', () => {
  it('that lacks nothing gives no hint', () => {
    const rows = [
      modelSpan({ id: '1', at: [0, 9] }, own),
      toolSpan({ id: '2', at: [10, 19], ...known }, own),
    ];
    expect(marksOf(...rows).filter((mark) => mark.startsWith('hint'))).toEqual([]);
  });

  it.each([
    ['arguments', {}],
    ['results', { args: { q: 1 } }],
  ])('without %s names the switch of its sender', (_what, frame) => {
    expect(marksOf(toolSpan({ id: '2', at: [10, 19], ...frame }, own))).toContain(
      'hint: Arguments or results are missing: set ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content.',
    );
  });

  it('whose model shows none of the calls it asks for names the switch', () => {
    const silent = modelSpan(
      { id: '1', at: [0, 9] },
      {
        ...own,
        finish_reason: 'tool_call',
        dialect: 'genai',
        scope: '@opentelemetry/instrumentation-openai',
      },
    );
    expect(marksOf(silent)).toContainEqual(expect.stringContaining('send log records here too'));
  });

  it('of whose failures nothing is told says where the words stay', () => {
    const error =
      "Error running tool (non-fatal): {'tool_name': 'search', 'error': 'Tool execution failed. Error details are redacted.'}";
    const sender = {
      dialect: 'openinference',
      scope: 'openinference.instrumentation.openai_agents',
      session_id: 's',
    };
    const rows = [toolSpan({ id: '2', at: [10, 19], args: { q: 1 }, error }, sender)];
    expect(marksOf(...rows)).toContainEqual(
      expect.stringMatching(
        /^hint: The reason of a failure is missing: give the tool a failure_error/,
      ),
    );
    const told = [
      toolSpan({ id: '2', at: [10, 19], args: { q: 1 }, error: 'no such row' }, sender),
    ];
    expect(marksOf(...told)).not.toContainEqual(expect.stringContaining('The reason'));
  });

  it('without a session says how to name one', () => {
    const rows = [modelSpan({ id: '1', at: [0, 9] }, { ...own, session_id: '' })];
    expect(marksOf(...rows)).toContainEqual(
      expect.stringMatching(/^hint: No session is named: pass openTelemetry/),
    );
  });

  it('with spans that end before they start doubts the clocks', () => {
    const rows = [modelSpan({ id: '1', at: [9, 0] }, { ...own, marks: ['clock_suspect'] })];
    expect(marksOf(...rows)).toContainEqual(expect.stringContaining('Check the clocks'));
  });

  it('whose models count no tokens says so', () => {
    const rows = [modelSpan({ id: '1', at: [0, 9] }, { ...own, input_tokens: null })];
    expect(marksOf(...rows)).toContainEqual(expect.stringMatching(/^hint: Tokens are missing/));
  });
});
