import type { Loop, Session, Signature, Turn } from '@loopscope/api/contract';
import { describe, expect, it } from 'vitest';

import { sayLoops, saySessions, saySignatures, sayTurns, totalsOf } from './say-rows.ts';

const turn = (attempts: number, verdict: Turn['verdict'] = 'healthy'): Turn =>
  ({ max_attempts: attempts, max_attempts_tool: 'search', verdict }) as Turn;
const loop = (kind: string, severity: Loop['severity'] = 'watch'): Loop =>
  ({ kind, tool: 'search', severity }) as Loop;
const intent = (attempts: number): Signature =>
  ({ tool: 'search', max_attempts: attempts }) as Signature;

describe('the first line of a list', () => {
  it('of turns says how many loop, and the most attempts, whatever the order', () => {
    expect(sayTurns([turn(1), turn(14, 'loop'), turn(2)], true)).toEqual({
      tone: 'alert',
      sentences: ['1 of 3 turns loops.', 'At most 14 attempts, on search.'],
    });
    expect(sayTurns([turn(1)], true)).toEqual({
      tone: 'calm',
      sentences: ['None of 1 turn loops.'],
    });
    expect(sayTurns([turn(7)], true).tone).toBe('watch');
    expect(sayTurns([], true).sentences).toEqual(['No turn matches.']);
  });

  it('of sessions says how many loop, and the most attempts', () => {
    const session = (attempts: number, looping = 0): Session =>
      ({ max_attempts: attempts, looping_turns: looping, loops: ['reverify'] }) as Session;
    expect(saySessions([session(1), session(5, 1)], true)).toEqual({
      tone: 'alert',
      sentences: ['1 of 2 sessions loops.', 'At most 5 attempts.'],
    });
    expect(saySessions([session(1)], false)).toEqual({
      tone: 'calm',
      sentences: ['None of the first 1 sessions in this order loops.'],
    });
  });

  it('does not speak for rows that are not here', () => {
    expect(sayTurns([turn(2, 'loop')], false).sentences[0]).toMatch(/^1 of the first 1 turns/);
    expect(sayLoops([loop('empty')], false).sentences[0]).toMatch(/^The latest 1 loops/);
    expect(saySignatures([intent(3)], false).sentences[1]).toContain('of the first');
  });

  it('of turns speaks for all of them where they are counted', () => {
    const guard = [
      { value: 'unguarded', turns: 4000, looping: 94 },
      { value: 'stopped', turns: 2, looping: 2 },
    ];
    expect(sayTurns([turn(2)], false, totalsOf(guard, undefined)).sentences[0]).toBe(
      '96 of 4,002 turns loop.',
    );
    expect(totalsOf(guard, ['stopped'])).toEqual({ turns: 2, looping: 2 });
    expect(totalsOf(undefined, undefined)).toBeNull();
  });

  it('of loops says which kind is the most frequent', () => {
    const loops = [loop('empty', 'alert'), loop('exact'), loop('empty')];
    expect(sayLoops(loops, true)).toEqual({
      tone: 'alert',
      sentences: ['3 loops: 1 is an alert.', 'Most often empty, on search (2).'],
    });
  });

  it('of intents says which was tried most often', () => {
    expect(saySignatures([intent(1), intent(40)], true)).toEqual({
      tone: 'watch',
      sentences: [
        'search was tried 40 times for one purpose in one turn.',
        '1 of 2 intents was tried more than once in a turn.',
      ],
    });
    expect(saySignatures([intent(1)], true).tone).toBe('calm');
  });
});
