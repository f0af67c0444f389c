import type { GuardReport } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { resolve } from './testing/resolve.ts';
import { agentSpan, spanRow, toolSpan } from './testing/spans.ts';

const report = (own: Partial<GuardReport['decisions'][number]>[] = [], mode = 'block'): string =>
  JSON.stringify({
    mode,
    stop_source: '',
    decisions: own.map((each) => ({
      time_ns: '1772359201500000000',
      decision: 'stop',
      kind: 'repeated_key',
      code: 'repeated_call',
      mode,
      enforced: 1,
      tool: 'create_ticket',
      call_id: '',
      effect: 'write',
      attempt_key: 'k',
      attempts: 3,
      tried: [],
      errors: [],
      saved_calls: 1,
      ceiling_name: '',
      ceiling: null,
      ceiling_state: '',
      ceiling_reason: '',
      ceiling_ticket: '',
      ceiling_expires: '',
      spent: null,
      in_flight: [],
      stop_source: '',
      requested_by: '',
      reason: '',
      ...each,
    })),
  } satisfies GuardReport);

const agent = agentSpan({ id: 'a', at: [0, 9_000] });
const call = (id: string, startMs: number, guard: string) =>
  toolSpan({ id, parent: 'a', at: [startMs, startMs + 100] }, { guard });

describe('decisions of guards', () => {
  it('stand in the turn of their call, one row each, and are counted with it', () => {
    const { guardDecisions, turnVerdicts } = resolve([
      agent,
      call('b', 1_000, report()),
      call('c', 2_000, report([{ decision: 'note' }, {}])),
    ]);
    expect(guardDecisions).toMatchObject([
      { span_id: toolSpan({ id: 'c', at: [0, 1] }).span_id, position: 0, decision: 'note' },
      { position: 1, decision: 'stop', decided_at: '2026-03-01 10:00:01.500' },
    ]);
    const [turn] = turnVerdicts;
    expect(guardDecisions.map((row) => row.turn_id)).toEqual([turn?.turn_id, turn?.turn_id]);
    expect(turn).toMatchObject({ guard_mode: 'block', guard_decisions: 2, guard_stops: 1 });
  });

  it.each<[string, Partial<GuardReport['decisions'][number]>, string]>([
    ['stopped', {}, 'repeated_call'],
    [
      'refused a call',
      { decision: 'refuse', kind: 'call_ceiling', code: 'call_ceiling' },
      'call_ceiling',
    ],
    ['only watched', { enforced: 0 }, 'stop'],
    ['said a word', { decision: 'note', code: '' }, 'stop'],
    ['made a twin wait', { decision: 'refuse', kind: 'in_flight_write' }, 'stop'],
  ])('of a guard that %s say how the turn ended: %j', (_, own, reason) => {
    const ending = agentSpan({ id: 'a', at: [0, 9_000] }, { finish_reason: 'stop' });
    const { turnVerdicts } = resolve([ending, call('b', 1_000, report([own]))]);
    expect(turnVerdicts).toMatchObject([{ stop_reason: reason }]);
  });

  it('of a guard that never fired are none, and its mode is seen', () => {
    const { guardDecisions, turnVerdicts } = resolve([agent, call('b', 1_000, report())]);
    expect(guardDecisions).toEqual([]);
    expect(turnVerdicts).toMatchObject([{ guard_mode: 'block', guard_decisions: 0 }]);
  });

  it('on a span that is no call stand in the turn that was going on', () => {
    const alone = spanRow({ id: 'g', at: [1_500, 1_500] }, { guard: report([{}]) });
    const { guardDecisions, turnVerdicts } = resolve([agent, call('b', 1_000, ''), alone]);
    expect(guardDecisions).toMatchObject([{ turn_id: turnVerdicts[0]?.turn_id }]);
  });

  it('without a usable time happened when their span began', () => {
    const { guardDecisions } = resolve([agent, call('b', 1_000, report([{ time_ns: '0' }]))]);
    expect(guardDecisions).toMatchObject([{ decided_at: call('b', 1_000, '').started_at }]);
  });
});
