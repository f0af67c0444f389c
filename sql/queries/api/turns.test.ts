import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleToolCall, sampleTurn, withTotals } from '../../testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from '../../store/temporary-store.ts';
import type { Filter } from '../columns.ts';
import { markers } from './markers.ts';
import { ANY_TURN, readTurns } from './turns.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

const everything: Omit<Filter, 'project'> = {
  from: '2026-01-01 00:00:00.000',
  to: '2027-01-01 00:00:00.000',
  agents: [],
  models: [],
  tools: [],
  versions: [],
  sessions: [],
};
const firstPage = { limit: 50, after_value: 0, after_id: '' };

describe('the range and the filters', () => {
  const all = { ...everything, ...firstPage, ...ANY_TURN, project: 'filter' };
  const idsOf = async (own: Partial<typeof all>) => {
    const rows = await readTurns(temporary.store, {
      ...all,
      sort: 'started_at',
      descending: 0,
      ...own,
    });
    return rows.map((row) => row.turn_id);
  };

  beforeAll(async () => {
    const project = 'filter';
    const call = { project, trace_id: 't' };
    const calls = [
      sampleToolCall({ ...call, span_id: 'a', turn_id: 'a', tool: 'x' }),
      sampleToolCall({
        ...call,
        span_id: 'b',
        turn_id: 'a',
        tool: 'y',
        attempt: 3,
        error_template: 'no row <n> in Orders',
        started_at: '2026-03-01 10:00:01.000',
      }),
      sampleToolCall({ ...call, span_id: 'c', turn_id: 'c', tool: 'y' }),
    ];
    const rows = [
      sampleTurn({ project, turn_id: 'a', started_at: '2026-03-01 10:00:00.000' }),
      sampleTurn({ project, turn_id: 'b', started_at: '2026-03-01 11:00:00.000', model: 'n' }),
      sampleTurn({
        project,
        turn_id: 'c',
        started_at: '2026-03-01 12:00:00.000',
        agent_name: "o'hara",
        agent_version: '2',
        session_id: 's2',
        loop_kinds: ['exact', 'empty'],
        guard_mode: 'enforce',
      }),
    ];
    await temporary.store.insert('turn_verdicts', withTotals(rows, calls));
    await temporary.store.insert('tool_calls', calls);
  });

  it('finds text in tools, errors and the beginnings of intents, and what guards did', async () => {
    expect(await idsOf({ text: 'Y' })).toEqual(['a', 'c']);
    expect(await idsOf({ text: 'in ORDERS' })).toEqual(['a']);
    expect(await idsOf({ text: '%' })).toEqual([]);
    expect(await idsOf({ guards: ['unguarded'] })).toEqual(['a', 'b']);
    expect(await idsOf({ guards: ['allowed', 'stopped'] })).toEqual(['c']);
  });

  const cases: [string, Partial<typeof all>, string[]][] = [
    ['nothing', {}, ['a', 'b', 'c']],
    ['from, included', { from: '2026-03-01 11:00:00.000' }, ['b', 'c']],
    ['to, excluded', { to: '2026-03-01 11:00:00.000' }, ['a']],
    ['an agent', { agents: ["o'hara"] }, ['c']],
    ['several agents', { agents: ["o'hara", 'support'] }, ['a', 'b', 'c']],
    ['a model', { models: ['n'] }, ['b']],
    ['a version', { versions: ['2'] }, ['c']],
    ['a session', { sessions: ['s2'] }, ['c']],
    ['a tool: turns in which it was called', { tools: ['y'] }, ['a', 'c']],
    ['a kind of loop', { loops: ['empty'] }, ['c']],
    ['the least max attempts', { min_attempts: 2 }, ['a']],
    ['the most max attempts', { max_attempts: 1 }, ['b', 'c']],
    ['a bound of the ratio, which a turn without calls does not meet', { max_ratio: 0.9 }, ['a']],
    ['another project', { project: 'other' }, []],
    ['text that would be SQL', { agents: ["') OR 1=1 --"] }, []],
  ];
  it.each(cases)('narrow by %s', async (_name, own, expected) => {
    expect(await idsOf(own)).toEqual(expected);
  });
});

describe('a page of turns', () => {
  const project = 'pages';
  // More than are searched for one page, so that values shared by many are walked by id.
  const rows = Array.from({ length: 60 }, (_, index) =>
    sampleTurn({
      project,
      turn_id: `u${String(index * 7).padStart(3, '0')}`,
      // Many ties, and values that no double holds exactly.
      started_at: `2026-03-01 10:00:0${index % 3}.000`,
      duration_ms: (index % 5) / 3,
      cost: (index % 4) / 7,
    }),
  );

  beforeAll(async () => {
    const calls = rows.flatMap((row, index) =>
      Array.from({ length: index % 4 }, (_, seq) =>
        sampleToolCall({
          project,
          trace_id: row.turn_id,
          span_id: String(seq),
          turn_id: row.turn_id,
          attempt: 1 + (index % 3),
          signature: index % 2 === 0 ? 'same' : `s${seq}`,
          outcome: index % 5 === 0 ? 'error' : 'ok',
        }),
      ),
    );
    await temporary.store.insert('turn_verdicts', withTotals(rows, calls));
  });

  const sorts = [
    'max_attempts',
    'started_at',
    'calls',
    'distinct_ratio',
    'duration_ms',
    'cost',
    'errors',
  ] as const;
  it.each(sorts.flatMap((sort) => [[sort, 0] as const, [sort, 1] as const]))(
    'by %s (descending %i) neither repeats nor skips, and keeps the order',
    async (sort, descending) => {
      const params = { ...everything, ...ANY_TURN, project, sort, descending, limit: 15 };
      const seen: { turn_id: string; value: number | null }[] = [];
      let after = { after_value: 0, after_id: '' };
      for (let page = 0; page < 6; page += 1) {
        const answer = await readTurns(temporary.store, { ...params, ...after });
        for (const row of answer) {
          const value = row[sort];
          seen.push({
            turn_id: row.turn_id,
            value: typeof value === 'string' ? Date.parse(value) : value,
          });
        }
        const last = answer.at(-1);
        if (last === undefined) break;
        after = { after_value: last.sort_value, after_id: last.turn_id };
      }
      expect(seen.map((row) => row.turn_id).toSorted()).toEqual(
        rows.map((row) => row.turn_id).toSorted(),
      );
      const last = descending === 1 ? -Infinity : Infinity;
      const sorted = seen.toSorted((a, b) => {
        const difference = (a.value ?? last) - (b.value ?? last);
        return (
          (Number.isNaN(difference) ? 0 : difference) * (descending === 1 ? -1 : 1) ||
          (a.turn_id < b.turn_id ? -1 : 1)
        );
      });
      expect(seen).toEqual(sorted);
    },
  );
});

describe('turns that were written again and again', () => {
  const project = 'versions';
  /** Of 40 turns up to six versions each, the last of some a tombstone, each version with values of its own. */
  const versions = Array.from({ length: 40 }, (_, turn) =>
    Array.from({ length: 1 + (turn % 6) }, (_each, version) =>
      sampleTurn({
        project,
        turn_id: `v${String(turn).padStart(2, '0')}`,
        agent_name: (turn + version) % 3 === 0 ? 'moved' : 'support',
        started_at: `2026-03-01 10:00:${String((turn * 7 + version * 13) % 60).padStart(2, '0')}.000`,
        errors: (turn + version * version) % 4,
        version: String(version + 1),
        deleted: turn % 9 === 5 && version === turn % 6 ? 1 : 0,
      }),
    ),
  );
  const standing = versions.flatMap((rows) => rows.slice(-1)).filter((row) => row.deleted === 0);

  beforeAll(async () => {
    // One insert for each round, the later versions first: what stands is decided by the version alone.
    for (let version = 5; version >= 0; version -= 1) {
      const rows = versions.flatMap((of) => of[version] ?? []);
      await temporary.store.insert('turn_verdicts', rows);
    }
  });

  it.each([
    ['errors', 0],
    ['errors', 1],
    ['started_at', 0],
    ['started_at', 1],
  ] as const)(
    'stand once, where their newest version puts them (%s, %i)',
    async (sort, descending) => {
      for (const agents of [[], ['moved']]) {
        const seen: { turn_id: string; value: string | number }[] = [];
        let after = { after_value: 0, after_id: '' };
        for (;;) {
          const params = {
            ...everything,
            ...ANY_TURN,
            project,
            agents,
            sort,
            descending,
            limit: 3,
          };
          const page = await readTurns(temporary.store, { ...params, ...after });
          seen.push(...page.map((row) => ({ turn_id: row.turn_id, value: row[sort] })));
          const last = page.at(-1);
          if (last === undefined) break;
          after = { after_value: last.sort_value, after_id: last.turn_id };
        }
        const expected = standing
          .filter((row) => agents.length === 0 || row.agent_name === 'moved')
          .map((row) => ({ turn_id: row.turn_id, value: row[sort] }))
          .toSorted(
            (a, b) =>
              (a.value < b.value ? -1 : Number(a.value > b.value)) * (descending === 1 ? -1 : 1) ||
              (a.turn_id < b.turn_id ? -1 : 1),
          );
        expect(seen).toEqual(expected);
      }
    },
  );
});

it('a turn under way, whose agent is told last, is no news of an agent without a name', async () => {
  const project = 'markers';
  const { store } = temporary;
  const turn = (hour: number, agent_name: string, agent_version: string) =>
    sampleTurn({
      project,
      turn_id: String(hour),
      agent_name,
      agent_version,
      started_at: `2026-05-01 ${hour}:00:00.000`,
    });
  await store.insert('turn_verdicts', [
    turn(10, 'support', '1'),
    turn(11, 'support', '2'),
    turn(12, '', '1'),
    turn(13, '', '2'),
    turn(14, '', '3'),
  ]);
  const rows = await store.query(markers, { ...everything, project });
  const releases = rows.filter(({ kind }) => kind === 'release');
  expect(releases.map(({ agent, name }) => `${agent} ${name}`)).toEqual(['support 2', ' 3']);
});
