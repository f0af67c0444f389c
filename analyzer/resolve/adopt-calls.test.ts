import { describe, expect, it } from 'vitest';

import { resolve } from '../testing/resolve.ts';
import { modelSpan, toolSpan } from '../testing/spans.ts';

const args = { q: 1 };
const client = { layer: 'protocol', scope: 'mcp' };

/** Calls and turns of each session that there is, by id. */
function turns(...rows: Parameters<typeof resolve>[0]) {
  const { turnVerdicts } = resolve(rows);
  return Object.fromEntries(
    turnVerdicts.map(({ session_id, calls }) => [session_id.replace(/^0+/, ''), calls]),
  );
}

describe('a protocol call in a trace of its own', () => {
  const agent = toolSpan({ id: 'a', at: [0, 50], args }, { session_id: 's' });

  it('is the call that its service made at that time', () => {
    expect(turns(agent, toolSpan({ id: 'b', trace: '2', at: [5, 45], args }, client))).toEqual({
      s: 1,
    });
  });

  it.each([
    ['another service', { ...client, service: 'mail' }, args, [5, 45]],
    ['other arguments', client, { q: 2 }, [5, 45]],
    ['another time', client, args, [80, 90]],
    ['a session', { ...client, session_id: 't' }, args, [5, 45]],
  ] as const)('is a call of its own with %s', (_what, own, given, at) => {
    const rows = turns(agent, toolSpan({ id: 'b', trace: '2', at, args: given }, own));
    expect(Object.values(rows)).toEqual([1, 1]);
  });

  it('is a call of its own where its trace has a model', () => {
    const trace = '2';
    const rows = [
      toolSpan({ id: 'b', trace, at: [5, 45], args }, client),
      modelSpan({ id: 'c', trace, at: [0, 4] }),
    ];
    expect(Object.values(turns(agent, ...rows))).toEqual([1, 1]);
  });

  it('goes to each of two agents that make the same call at once', () => {
    const other = toolSpan({ id: 'd', trace: '3', at: [1, 51], args }, { session_id: 't' });
    const clients = ['b', 'c'].map((id) => toolSpan({ id, trace: '2', at: [5, 45], args }, client));
    expect(turns(agent, other, ...clients)).toEqual({ s: 1, t: 1 });
  });

  it('is not taken for a call that was already seen on the wire', () => {
    const clients = ['b', 'c'].map((id) => toolSpan({ id, trace: '2', at: [5, 45], args }, client));
    expect(Object.values(turns(agent, ...clients))).toEqual([1, 1]);
  });

  it('takes along what lies within it, in whatever order the spans have come', () => {
    const outer = toolSpan({ id: 'b', trace: '2', at: [5, 45], args }, client);
    const inner = toolSpan({ id: 'c', trace: '2', parent: 'b', at: [6, 44], args }, client);
    expect(turns(agent, outer, inner)).toEqual({ s: 1 });
    expect(turns(inner, outer, agent)).toEqual({ s: 1 });
  });
});
