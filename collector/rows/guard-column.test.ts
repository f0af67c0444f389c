import { ATTRIBUTES, GUARD_EVENT } from '@loopscope/signature';
import { guardReport } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';
import { rowOf, type SpanFixture } from '../span-fixture.ts';

const decision = (own: Record<string, string | number | boolean | string[]> = {}) => ({
  name: GUARD_EVENT,
  attributes: {
    [ATTRIBUTES.guardDecision]: 'stop',
    [ATTRIBUTES.guardKind]: 'repeated_key',
    [ATTRIBUTES.guardCode]: 'repeated_call',
    [ATTRIBUTES.guardMode]: 'block',
    [ATTRIBUTES.guardEnforced]: true,
    [ATTRIBUTES.guardTool]: 'create_ticket',
    [ATTRIBUTES.guardAttempts]: 3,
    [ATTRIBUTES.guardTried]: ['{"order":"o-1"}'],
    [ATTRIBUTES.guardErrors]: ['timed out'],
    [ATTRIBUTES.guardCeiling]: 2,
    [ATTRIBUTES.guardReason]: 'said by a person',
    ...own,
  },
});

function reportOf(span: SpanFixture, content: 'full' | 'hashes' = 'full') {
  const { guard } = rowOf(span, { content });
  return guard === '' ? null : guardReport.parse(JSON.parse(guard));
}

describe('the guard column', () => {
  it('is empty where no guard ran', () => {
    expect(reportOf({ events: [{ name: 'exception', attributes: {} }] })).toBeNull();
  });

  it('tells of a guard that decided nothing', () => {
    const attributes = {
      [ATTRIBUTES.guardMode]: 'observe',
      [ATTRIBUTES.guardStopSource]: 'unreachable',
    };
    expect(reportOf({ attributes })).toEqual({
      mode: 'observe',
      stop_source: 'unreachable',
      decisions: [],
    });
  });

  it('holds every decision in order, with what led to it', () => {
    const report = reportOf({
      events: [decision(), decision({ [ATTRIBUTES.guardDecision]: 'refuse' })],
    });
    expect(report?.mode).toBe('block');
    expect(report?.decisions.map((each) => each.decision)).toEqual(['stop', 'refuse']);
    expect(report?.decisions[0]).toMatchObject({
      kind: 'repeated_key',
      code: 'repeated_call',
      enforced: 1,
      tool: 'create_ticket',
      effect: 'unknown',
      attempts: 3,
      tried: ['{"order":"o-1"}'],
      errors: ['timed out'],
      ceiling: 2,
      spent: null,
      reason: 'said by a person',
    });
  });

  it.each([
    ['no number', 'many', 0],
    ['a negative one', -3, 0],
    ['a fraction', 2.9, 2],
    ['one that no column holds', 5e9, 4_294_967_295],
  ])('takes %s for a count that a column holds', (_name, attempts, expected) => {
    const report = reportOf({ events: [decision({ [ATTRIBUTES.guardAttempts]: attempts })] });
    expect(report?.decisions[0]?.attempts).toBe(expected);
  });

  it('keeps no text where only hashes may be kept', () => {
    const report = reportOf({ events: [decision()] }, 'hashes');
    expect(report?.decisions[0]).toMatchObject({ tried: [], errors: [], reason: '' });
  });
});
