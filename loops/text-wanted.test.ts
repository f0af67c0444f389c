import { describe, expect, test } from 'vitest';

import type { Call } from './call.ts';
import { Conversation } from './testing/conversation.ts';
import { saidInTurn } from './testing/said-in-turn.ts';
import { isTextWanted } from './text-wanted.ts';

const READ = { effect: 'read' } as const;
const narrow = ({ calls }: Conversation): Call[] => {
  for (const call of calls) delete call.text;
  return calls;
};

describe('the texts of a turn are wanted', () => {
  test.each<[string, Conversation]>([
    ['where a question is asked again', saidInTurn(2, ['get', { id: 1 }, (n) => `${n}`, READ])],
    [
      'where one tool gives one answer to several questions',
      saidInTurn(3, ['get', (n) => ({ id: n }), 'none', READ]),
    ],
    [
      'where one tool is asked often',
      saidInTurn(4, ['get', (n) => ({ id: n }), (n) => `${n}`, READ]),
    ],
    [
      'where looks of many tools follow a write',
      ['status', 'pods', 'logs', 'health'].reduce(
        (run, tool) => run.call(tool, { of: 'shop' }, `${tool} of shop`, READ),
        new Conversation().call('deploy', { of: 'shop' }, 'deployed', { effect: 'write' }),
      ),
    ],
  ])('%s', (_, run) => {
    expect(isTextWanted(narrow(run))).toBe(true);
  });

  test('and of healthy work they are not', () => {
    expect(isTextWanted(narrow(new Conversation().work(2)))).toBe(false);
  });
});
