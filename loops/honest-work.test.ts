import { describe, expect, test } from 'vitest';

import { Conversation } from './testing/conversation.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;
const FAILED = { error: true } as const;

describe('honest repetition stays quiet', () => {
  const healthy: [string, Conversation][] = [
    ['long varied work', new Conversation().work(60)],
    [
      'a poll of a state that passes in the end',
      new Conversation()
        .times(8, 'get_job', { id: 'j' }, { status: 'running' }, READ)
        .call('get_job', { id: 'j' }, { status: 'done' }, READ),
    ],
    [
      'a poll in turn with a pause',
      (() => {
        const run = new Conversation();
        for (let time = 0; time < 7; time += 1) {
          run.call('get_job', { id: 'j' }, { status: time < 6 ? 'pending' : 'ready' }, READ);
          run.call('sleep', { seconds: 5 }, '', { ms: 5_000 });
        }
        return run;
      })(),
    ],
    [
      'a growing output',
      (() => {
        const run = new Conversation();
        for (let time = 1; time < 9; time += 1) {
          const lines = Array.from({ length: time * 5 }, (_, line) => `compiled unit ${line}`);
          run.call('read_output', { handle: 'b' }, lines.join('\n'), READ);
        }
        return run;
      })(),
    ],
    [
      'a pager with a cursor',
      (() => {
        const run = new Conversation();
        for (let page = 1; page < 12; page += 1) {
          run.call('list_orders', { page }, [{ id: page * 2 }, { id: page * 2 + 1 }], READ);
        }
        return run;
      })(),
    ],
    [
      'a stateful reader without a cursor',
      (() => {
        const run = new Conversation();
        for (let page = 1; page < 12; page += 1)
          run.call('next_page', {}, `rows ${page * 10} to ${page * 10 + 9}`);
        return run;
      })(),
    ],
    [
      'a stepper that only acknowledges',
      new Conversation().times(5, 'press_key', { key: 'Down' }, 'OK'),
    ],
    [
      'a batch whose answers all acknowledge',
      (() => {
        const run = new Conversation();
        for (const name of ['ann', 'bob', 'cy', 'dee', 'eve', 'flo', 'gus', 'hal']) {
          run.call(
            'send_mail',
            { to: `${name}@example.com`, text: 'Invoice' },
            'Email queued for delivery',
          );
        }
        return run;
      })(),
    ],
    [
      'a batch of writes told apart by their numbers',
      (() => {
        const run = new Conversation();
        for (let item = 0; item < 30; item += 1)
          run.call('process', { item }, { status: 'done' }, WRITE);
        return run;
      })(),
    ],
    [
      'a retry that succeeds',
      new Conversation()
        .times(3, 'fetch', { url: 'https://a.example' }, '503 Service Unavailable', FAILED)
        .call('fetch', { url: 'https://a.example' }, 'page of a'),
    ],
    [
      'a test run again after each edit while its failures change',
      (() => {
        const run = new Conversation();
        for (let time = 0; time < 8; time += 1) {
          run.call('run_tests', {}, `${8 - time} failed, ${time} passed`, FAILED);
          run.call('edit', { line: time }, `edited line ${time}`, WRITE);
        }
        return run;
      })(),
    ],
    [
      'a status looked at after each write',
      (() => {
        const run = new Conversation();
        for (let time = 0; time < 9; time += 1) {
          run.call('edit', { line: time }, `edited line ${time}`, WRITE);
          run.call('git_status', {}, 'nothing to commit', READ);
        }
        return run;
      })(),
    ],
    [
      'agents that each read the same file',
      (() => {
        const run = new Conversation();
        for (const agent of ['a', 'b', 'c', 'd', 'e']) {
          run.call('read', { path: 'README.md' }, 'how to build', { agent, effect: 'read' });
        }
        return run;
      })(),
    ],
    [
      'files about errors',
      (() => {
        const run = new Conversation();
        for (let time = 0; time < 6; time += 1) {
          run.call(
            'read',
            { path: `errors/${time}.md` },
            `About error ${time}: not found, cause explained.`,
            READ,
          );
        }
        return run;
      })(),
    ],
    [
      'a question asked anew in each user turn',
      (() => {
        const run = new Conversation();
        for (let turn = 0; turn < 6; turn += 1) {
          run.call('get_balance', { account: 'main' }, { left: 40 }, READ).nextTurn();
        }
        return run;
      })(),
    ],
    [
      'a few places tried in vain',
      (() => {
        const run = new Conversation();
        for (const place of ['src', 'lib', 'test'])
          run.call('grep', { pattern: 'limit', place }, '', READ);
        return run.call('grep', { pattern: 'limit', place: 'docs' }, 'docs/a.md:3: limit', READ);
      })(),
    ],
    [
      'one slip',
      new Conversation().work(3).times(2, 'search', { q: 'train' }, 'five results').work(3),
    ],
  ];

  test.each(healthy)('%s', (_, run) => {
    expect(run.loops()).toEqual([]);
  });
});

describe('what is only watched', () => {
  test('failing edits that get there in the end', () => {
    const run = new Conversation();
    for (let size = 0; size < 5; size += 1) {
      run.call(
        'replace',
        { path: 'a.ts', old: `const size = ${size}` },
        'could not find the string to replace',
        FAILED,
      );
      run.call('read', { path: 'a.ts' }, 'const size =\n  7', READ);
    }
    run.call('replace', { path: 'a.ts', old: 'const size =\n  7' }, '1 replacement', WRITE);
    expect(run.alerts()).toEqual([]);
    expect(run.loops()).not.toEqual([]);
  });

  test('an anchor file read again beside new ones', () => {
    const run = new Conversation().call('read', { path: 'a' }, 'text of a', READ);
    for (const path of ['b', 'c', 'd']) {
      run.call('read', { path: 'a' }, 'text of a', READ);
      run.call('read', { path }, `text of ${path}`, { effect: 'read', together: true });
    }
    expect(run.alerts()).toEqual([]);
  });

  test('a poll that has not ended yet', () => {
    const run = new Conversation().times(6, 'get_job', { id: 'j' }, { status: 'pending' }, READ);
    expect(run.loops()).toMatchObject([{ severity: 'watch' }]);
  });
});

describe('exemptions', () => {
  const exempt = { owner: 'ops', reason: 'polls a queue', expires: '2027-06-30' };
  const declarations = new Map([['queue_depth', { exempt }]]);

  test('count until the end of their last day', async () => {
    const { detectLoops } = await import('./run.ts');
    const { calls } = new Conversation().times(9, 'queue_depth', {}, { left: 4 });
    const at = (day: string): number =>
      detectLoops(calls, { declarations, nowMs: Date.parse(day) }).length;
    expect(at('2027-06-29')).toBe(0);
    expect(at('2027-06-30T23:59:59Z')).toBe(0);
    expect(at('2027-07-01')).toBe(1);
  });
});
