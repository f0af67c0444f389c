import { inTurn } from '../said-in-turn.ts';
import { FAILED, loop, made, READ, requestId, timeOfDay, WRITE } from './story.ts';
import type { Story } from './story.ts';

/** Calls that come round. */
export const RINGS: readonly Story[] = [
  loop(
    'cycle',
    [5, 6],
    'a search and a look in turn',
    inTurn(7, [
      ['find_note', { q: 'porto' }, [{ path: 'travel.md' }], READ],
      ['open_note', { path: 'travel.md' }, 'June: not booked yet', READ],
    ]),
  ),
  loop(
    'cycle',
    [5, 6],
    'the same under ever other request ids',
    inTurn(7, [
      [
        'find_note',
        { q: 'porto' },
        (n) => ({ items: ['travel.md'], request_id: requestId(n) }),
        READ,
      ],
      [
        'open_note',
        { path: 'travel.md' },
        (n) => ({ success: true, data: 'June: not booked yet', ts: timeOfDay(n) }),
        READ,
      ],
    ]),
  ),
  loop(
    'cycle',
    6,
    'a file written and written back',
    inTurn(6, [
      ['write', { f: 'a.html', text: '<b>1</b>' }, 'saved a.html', WRITE],
      ['write', { f: 'a.html', text: '<i>1</i>' }, 'saved a.html', WRITE],
    ]),
  ),
  loop(
    'cycle',
    6,
    'a switch turned on and off',
    inTurn(6, [
      ['set', { lamp: 'on' }, { state: 'on' }, WRITE],
      ['set', { lamp: 'off' }, { state: 'off' }, WRITE],
    ]),
  ),
  loop(
    'cycle',
    6,
    'a stash and its undoing',
    inTurn(6, [
      ['sh', { cmd: 'git stash' }, 'Saved working directory and index state'],
      ['sh', { cmd: 'git stash pop' }, 'Dropped refs/stash@{0}'],
    ]),
  ),
  loop(
    ['cycle', 'interleaved', 'exact'],
    6,
    'a failing build and an install of what is there',
    inTurn(6, [
      ['npm', { run: 'build' }, "Module not found: can't resolve 'fastcopy'", FAILED],
      ['npm', { install: 'fastcopy' }, 'up to date, audited 90 packages'],
    ]),
  ),
  loop(
    'cycle',
    [7, 9],
    'three agents that pass one question on',
    inTurn(5, [
      ['ask', { who: 'b', q: 'Is the plan fine?' }, 'b asks c', { agent: 'a' }],
      ['ask', { who: 'c', q: 'Is the plan fine?' }, 'c asks a', { agent: 'b' }],
      ['ask', { who: 'a', q: 'Is the plan fine?' }, 'a asks b', { agent: 'c' }],
    ]),
  ),
  loop(
    'cycle',
    [5, 6],
    'two agents that hand over to each other',
    inTurn(6, [
      ['transfer_to_billing', { why: 'refund' }, 'Handed to billing.', { agent: 'triage' }],
      ['transfer_to_triage', { why: 'not billing' }, 'Handed to triage.', { agent: 'billing' }],
    ]),
  ),
  loop(
    'cycle',
    [9, 12],
    'four looks in turn',
    inTurn(
      6,
      ['cpu', 'mem', 'disk', 'net'].map((name) => [`get_${name}`, {}, `${name} is at rest`, READ]),
    ),
  ),
  loop(
    'cycle',
    [11, 15],
    'five looks in turn',
    inTurn(
      5,
      ['a', 'b', 'c', 'd', 'e'].map((id) => [
        'card',
        { id },
        `card ${id}: owner none, column backlog`,
        READ,
      ]),
    ),
  ),
  loop(
    'cycle',
    [14, 24],
    'eight looks in turn',
    inTurn(
      5,
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => [
        'card',
        { id },
        `card ${id}: owner none, column backlog`,
        READ,
      ]),
    ),
  ),
  loop(
    'cycle',
    [9, 10],
    'a ring that starts after work',
    made((run) => {
      run
        .call('open', { f: 'x' }, 'text of x', READ)
        .call('open', { f: 'y' }, 'text of y', READ)
        .call('open', { f: 'z' }, 'text of z', READ)
        .call('open', { f: 'w' }, 'text of w', READ);
      for (let lap = 0; lap < 5; lap += 1)
        run.call('q', { a: 1 }, 'limit is forty', READ).call('p', { a: 1 }, 'quota is nine', READ);
    }),
  ),
  loop(
    'cycle',
    [5, 6],
    'a ring over compacted contexts',
    made((run) => {
      for (let lap = 0; lap < 6; lap += 1)
        run
          .call('q', { a: 1 }, 'limit is forty', READ)
          .compact()
          .call('p', { a: 1 }, 'quota is nine', READ);
    }),
  ),
  loop(
    'cycle',
    [6, 8],
    'a ring with unrelated calls between',
    made((run) => {
      for (let lap = 0; lap < 6; lap += 1) {
        run.call('q', { a: 1 }, 'limit is forty', READ);
        if (lap % 2 === 0) run.call('open', { f: `n${lap}` }, `note ${lap}`, READ);
        run.call('p', { a: 1 }, 'quota is nine', READ);
      }
    }),
  ),
  loop(
    'cycle',
    [5, 6],
    'a ring of which one call is blocked later',
    made((run) => {
      for (let lap = 0; lap < 5; lap += 1)
        run
          .call('mem_search', { q: 'trip' }, [{ id: 'm1' }], READ)
          .call('mem_get', { id: 'm1' }, 'June: Porto', READ);
      run.times(6, 'mem_get', { id: 'm1' }, 'June: Porto', READ);
    }),
  ),
  loop(
    'cycle',
    6,
    'a task opened and a list written, unattended',
    inTurn(7, [
      ['spawn_task', { text: 'Run the checks.' }, 'The task ended with the same terminal output.'],
      ['todo', { items: '[ ] run checks' }, 'List updated.'],
    ]),
  ),
  loop(
    ['validation', 'cycle'],
    3,
    'two rejected edits in turn',
    inTurn(6, [
      ['edit', { f: 'a', old: 'x' }, 'Error: text not found in a', FAILED],
      ['edit', { f: 'a', old: 'y' }, 'Error: text not found in a', FAILED],
    ]),
  ),
];
