import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, calm, made, READ, WRITE, FAILED, timeOfDay } from './story.ts';
import type { Story } from './story.ts';

/** Results as tables, figures and rows; calendars, sensors, robots and customers. */
export const IN_MANY_FORMS: readonly Story[] = [
  quiet(
    'tables described and counted, some empty',
    made((r) => {
      const t = ['users', 'orders', 'items', 'refunds', 'audit', 'sessions'];
      r.call('sql', { q: '\\dt' }, t.join('\n'), READ);
      for (const [i, n] of t.entries())
        r.call(
          'sql',
          { q: `\\d ${n}` },
          ` Column | Type\n--------+------\n id | bigint\n ${n}_at | timestamptz\n c${i} | text`,
          READ,
        );
      for (const [i, n] of t.entries())
        r.call(
          'sql',
          { q: `select count(*) from ${n}` },
          ` count\n-------\n ${i === 3 || i === 4 ? 0 : i * 311 + 5}\n(1 row)`,
          READ,
        );
    }),
  ),
  loop(
    'stagnant',
    [3, 6],
    'one SELECT in other spelling, the same rows',
    saidInTurn(7, [
      'query',
      (n) => ({
        sql: oneOf(
          'SELECT name, total FROM top_customers ORDER BY total DESC LIMIT 3',
          'select name, total from top_customers order by total desc limit 3;',
          'SELECT c.name, c.total FROM top_customers c ORDER BY c.total DESC LIMIT 3',
          'SELECT name, total FROM public.top_customers ORDER BY 2 DESC LIMIT 3',
          'SELECT name AS name, total AS total FROM top_customers ORDER BY total DESC LIMIT 3',
          'SELECT * FROM top_customers ORDER BY total DESC LIMIT 3',
          'TABLE top_customers ORDER BY total DESC LIMIT 3',
        )(n),
      }),
      (n: number) =>
        `| name | total |\n|---|---|\n| Acme Holding | 91240 |\n| Borealis AG | 80211 |\n| Cyan Works | 77003 |\n(3 rows, ${8 + n} ms)`,
    ]),
  ),
  quiet(
    'a pipeline run watched',
    made((r) => {
      for (let n = 0; n < 9; n++)
        r.call(
          'get_dag_run',
          { dag_id: 'daily_load', run_id: 'manual__2026-03-04' },
          {
            dag_id: 'daily_load',
            state: 'running',
            start_date: '2026-03-04T09:00:00Z',
            end_date: null,
            queried_at: timeOfDay(n),
          },
          READ,
        );
      r.call(
        'get_dag_run',
        { dag_id: 'daily_load', run_id: 'manual__2026-03-04' },
        { dag_id: 'daily_load', state: 'success', end_date: '2026-03-04T09:10:00Z' },
        READ,
      );
    }),
  ),
  calm(
    'models changed and run, one error stays for four edits',
    inTurn(4, [
      [
        'write_file',
        (n) => ({ path: 'models/orders.sql', content: `select * from {{ ref('stg_${n}') }}` }),
        'written',
        WRITE,
      ],
      [
        'bash',
        { command: 'dbt run -s orders' },
        (n: number) =>
          `09:0${n}:11  Running with dbt=1.9.1\n09:0${n}:13  1 of 1 ERROR creating sql table model dev.orders ... [ERROR in 0.${n}3s]\n09:0${n}:14  Database Error in model orders\n  column "region" does not exist`,
        FAILED,
      ],
    ]),
  ),
  calm(
    'free slots of eight people, none',
    saidInTurn(8, [
      'find_free_slots',
      (n) => ({
        attendee: `${oneOf('ann', 'bob', 'cid', 'dee', 'eve', 'fay', 'gus', 'hal')(n)}@corp.example`,
        day: '2026-03-06',
      }),
      { slots: [] },
      READ,
    ]),
  ),
  loop(
    'validation',
    [3, 4],
    'an event put at other minutes of one conflict',
    saidInTurn(5, [
      'create_event',
      (n) => ({
        title: 'Budget',
        start: `2026-03-06T09:${oneOf('00', '15', '05', '20', '10')(n)}`,
        minutes: 45,
      }),
      "Conflict: overlaps with existing event 'All hands' (09:00-12:00)",
      FAILED,
    ]),
  ),
  quiet(
    'a sensor read while a room warms',
    saidInTurn(9, [
      'read_sensor',
      { id: 'living' },
      (n: number) => ({ id: 'living', temp_c: Number((18.4 + n * 0.2).toFixed(1)), battery: 91 }),
      READ,
    ]),
  ),
  quiet(
    'an arm moved by equal steps',
    saidInTurn(8, [
      'move_arm',
      { dx: 5, dy: 0 },
      (n: number) => ({ x: 100 + (n + 1) * 5, y: 40, gripper: 'open' }),
    ]),
  ),
  loop(
    ['exact', 'validation'],
    3,
    'a robot told to go on before an obstacle',
    saidInTurn(5, [
      'drive',
      { forward_m: 0.5 },
      (n: number) => ({
        moved_m: 0,
        blocked: true,
        reason: 'obstacle ahead at 0.21 m',
        pose: { x: 1.2, y: 3.4, heading: 90 },
        stamp: 1_772_000_000 + n * 3,
      }),
    ]),
  ),
  loop(
    ['noop_write', 'exact'],
    2,
    'one contact set to one stage again',
    saidInTurn(3, [
      'crm_update_contact',
      { id: '003-44', stage: 'qualified' },
      (n: number) => ({ success: true, id: '003-44', updated_at: timeOfDay(n) }),
      WRITE,
    ]),
  ),
  quiet(
    'twenty-five contacts set to one stage',
    saidInTurn(25, [
      'crm_update_contact',
      (n) => ({ id: `003-${n * 7 + 11}`, stage: 'qualified' }),
      (n: number) => ({ success: true, updated_at: timeOfDay(n) }),
      WRITE,
    ]),
  ),
  quiet(
    'one order looked up at each message of a customer',
    made((r) => {
      for (let n = 0; n < 5; n++)
        r.call(
          'get_order',
          { id: 'W-55' },
          { id: 'W-55', status: 'shipped', eta: '2026-03-07' },
          READ,
        ).nextTurn();
    }),
  ),
];
