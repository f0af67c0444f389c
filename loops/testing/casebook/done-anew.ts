import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ, WRITE } from './story.ts';
import type { Story } from './story.ts';

const BRIEF =
  'You are a bounded implementer: build the export button, commit it on a branch of its own, push it and stop there.';
const LOST = 'Post "http://agents/missions": context deadline exceeded while awaiting headers';

/** What is done once more since its answer was lost, handed down, or turned down without being looked at. */
export const DONE_ANEW: readonly Story[] = [
  loop(
    'transport',
    2,
    'a write whose answer is lost, made again at once: there are two of it',
    made((run) => {
      run
        .call('new_mission', { repo: 'notes' }, LOST, { ...FAILED, ...WRITE, ms: 30_100 })
        .call('new_mission', { repo: 'notes' }, 'Created mission 7f3a', WRITE);
    }),
  ),
  quiet(
    'a write that was turned away, made again',
    made((run) => {
      run
        .call('new_mission', { repo: 'notes' }, '429 Too Many Requests', { ...FAILED, ...WRITE })
        .call('new_mission', { repo: 'notes' }, 'Created mission 7f3a', WRITE);
    }),
  ),
  quiet(
    'a write whose answer is lost, looked for before it is made again',
    made((run) => {
      run
        .call('new_mission', { repo: 'notes' }, LOST, { ...FAILED, ...WRITE, ms: 30_100 })
        .call('list_missions', { repo: 'notes' }, [], READ)
        .call('new_mission', { repo: 'notes' }, 'Created mission 7f3a', WRITE);
    }),
  ),
  quiet(
    'a value whose setting timed out, set again',
    made((run) => {
      run
        .call('set_limit', { team: 'a', limit: 5 }, 'timed out after 10 s', { ...FAILED, ...WRITE })
        .call('set_limit', { team: 'a', limit: 5 }, 'Limit is 5.', WRITE);
    }),
  ),
  loop(
    'exact',
    3,
    'a brief handed down from agent to agent, of which none begins',
    made((run) => {
      for (const agent of ['main', 'a1', 'a2'])
        run.call('Agent', { prompt: BRIEF }, 'Launched in the background.', { agent, ms: 800 });
    }),
  ),
  quiet(
    'a brief handed down and begun',
    made((run) => {
      run.call('Agent', { prompt: BRIEF }, 'Launched in the background.', { agent: 'main' });
      for (const agent of ['a1', 'a2'])
        run
          .call('read_file', { path: `src/${agent}.ts` }, `exports ${agent}`, { ...READ, agent })
          .call('Agent', { prompt: BRIEF }, 'Launched in the background.', { agent });
    }),
  ),
  quiet(
    'three agents that each hand on a part of their own',
    made((run) => {
      for (const agent of ['main', 'a1', 'a2'])
        run.call('Agent', { prompt: `${BRIEF} Your part is ${agent}.` }, 'Launched.', { agent });
    }),
  ),
  loop(
    'validation',
    [3, 6],
    'an argument that is missing each time, told without an error',
    saidInTurn(6, [
      'write_to_file',
      (n) => ({
        content: oneOf(
          'const a = 1',
          'function total() {}',
          'export {}',
          'let rate',
          'type T',
          '//',
        )(n),
      }),
      "Missing value for required parameter 'path'. Please retry with the complete call.",
    ]),
  ),
  quiet(
    'documents that all lack the same field',
    saidInTurn(5, [
      'check_document',
      (n) => ({ file: `in/d${n}.xml` }),
      'Missing required field: vat_id',
      READ,
    ]),
  ),
  calm(
    'edits that miss their text in file after file and get through each time',
    made((run) => {
      for (const file of ['a.ts', 'b.ts', 'c.ts', 'd.ts'])
        run
          .call(
            'edit',
            { path: `pkg/${file}`, old: `let x = ${file}` },
            `Could not find the exact text in pkg/${file}.`,
            FAILED,
          )
          .call(
            'edit',
            { path: `pkg/${file}`, old: 'var count' },
            `Could not find the exact text in pkg/${file}.`,
            FAILED,
          )
          .call(
            'edit',
            { path: `pkg/${file}`, old: `const ${file} = 9` },
            `Replaced text in pkg/${file}.`,
            WRITE,
          );
    }),
  ),
  loop(
    'transport',
    2,
    'an issue made once more, since the connection closed before its number came back',
    made((run) => {
      run
        .call('create_issue', { title: 'Login fails' }, 'Connection closed before the response', {
          ...FAILED,
          ...WRITE,
        })
        .call('create_issue', { title: 'Login fails' }, { number: 318, state: 'open' }, WRITE);
    }),
  ),
  quiet(
    'an issue closed once more, since the connection closed: it has the number that was asked for',
    made((run) => {
      run
        .call('close_issue', { number: 318 }, 'Connection closed before the response', {
          ...FAILED,
          ...WRITE,
        })
        .call('close_issue', { number: 318 }, { number: 318, state: 'closed' }, WRITE);
    }),
  ),
  loop(
    'exact',
    2,
    'a server put into the background with every answer',
    saidInTurn(5, [
      'shell',
      { cmd: 'serve & echo $!' },
      (n) => `started ${41_207 + n * 11}`,
      WRITE,
    ]),
  ),
];
