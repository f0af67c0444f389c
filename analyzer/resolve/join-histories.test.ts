import type { SpanMessages } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { resolve, short } from '../testing/resolve.ts';
import { asked, fedBack, modelSpan } from '../testing/spans.ts';

type History = NonNullable<SpanMessages['history']>;

/** A model call that is its whole trace: of which talk it goes on from and which one it makes. */
function lone(trace: string, from: number, own: Partial<History>, service = 'shop') {
  const history = { asks: '', answers: '', whole: '', before: '', ...own };
  const messages = {
    asked: own.asks === undefined ? [] : [asked('', 'search', { q: 1 })],
    fed_back: own.answers === undefined ? [] : [fedBack('', { result: [] })],
    users: 1,
    assistants: 0,
    last_user: 'u',
    history,
  };
  return modelSpan({ id: trace, trace, at: [from, from + 10], messages }, { service });
}

function turnsOf(...rows: ReturnType<typeof lone>[]): string[] {
  return resolve(rows).turnVerdicts.map(({ trace_ids }) => trace_ids.map(short).join(' '));
}

const MINUTE = 60_000;

describe('model calls that are traces of their own', () => {
  it('are one turn where each goes on from the one before', () => {
    const rows = [
      lone('a', 0, { asks: '1', whole: 'w0' }),
      lone('b', 20, { answers: '1', before: 'w0', asks: '2', whole: 'w1' }),
      lone('c', 40, { answers: '2', before: 'w1' }),
    ];
    expect(turnsOf(...rows)).toEqual(['a b c']);
    const { toolCalls } = resolve(rows);
    expect(toolCalls).toMatchObject([
      { step: 0, outcome: 'ok', result_kind: 'empty', session_id: rows[0]?.trace_id },
      { step: 1, outcome: 'ok', result_kind: 'empty' },
    ]);
  });

  it.each([
    ['whose talk began otherwise', { answers: '1', before: 'other' }, 20, 'shop'],
    ['of another service', { answers: '1', before: 'w0' }, 20, 'depot'],
    ['that began before the answer was there', { answers: '1', before: 'w0' }, 3, 'shop'],
    ['much later', { answers: '1', before: 'w0' }, 16 * MINUTE, 'shop'],
    ['that answer something else', { answers: '9', before: 'w0' }, 20, 'shop'],
  ])('stay apart from one %s', (_what, history, from, service) => {
    const turns = turnsOf(
      lone('a', 0, { asks: '1', whole: 'w0' }),
      lone('b', from, history, service),
    );
    expect(turns).toEqual(['a', 'b']);
  });

  it('of equal prompts side by side stay apart where nothing tells whose answer is meant', () => {
    const turns = turnsOf(
      lone('a', 0, { asks: '1', whole: 'w0' }),
      lone('b', 1, { asks: '1', whole: 'w0' }),
      lone('c', 20, { answers: '1', before: 'w0' }),
      lone('d', 21, { answers: '1', before: 'w0' }),
    );
    expect(turns).toEqual(['a', 'b', 'c', 'd']);
  });

  it('of equal prompts side by side are told apart by the ids of their calls', () => {
    const turns = turnsOf(
      lone('a', 0, { asks: '1', whole: 'w0' }),
      lone('b', 1, { asks: '2', whole: 'w0' }),
      lone('c', 20, { answers: '2', before: 'w0' }),
      lone('d', 21, { answers: '1', before: 'w0' }),
    );
    expect(turns).toEqual(['a d', 'b c']);
  });

  it('of equal prompts one after the other are two turns', () => {
    const turns = turnsOf(
      lone('a', 0, { asks: '1', whole: 'w0' }),
      lone('b', 20, { answers: '1', before: 'w0' }),
      lone('c', 40, { asks: '1', whole: 'w0' }),
      lone('d', 60, { answers: '1', before: 'w0' }),
    );
    expect(turns).toEqual(['a b', 'c d']);
  });

  it('that were sent twice have the same one before', () => {
    const turns = turnsOf(
      lone('a', 0, { asks: '1', whole: 'w0' }),
      lone('b', 20, { answers: '1', before: 'w0' }),
      lone('c', 40, { answers: '1', before: 'w0' }),
    );
    expect(turns).toEqual(['a b c']);
  });

  it('are the same turns in whatever order they come', () => {
    const rows = [
      lone('a', 0, { asks: '1', whole: 'w0' }),
      lone('b', 20, { answers: '1', before: 'w0', asks: '2', whole: 'w1' }),
      lone('c', 40, { answers: '2', before: 'w1' }),
    ];
    expect(turnsOf(...rows.toReversed())).toEqual(turnsOf(...rows));
  });
});
