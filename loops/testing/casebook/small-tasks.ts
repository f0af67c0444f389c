import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, made, quiet, READ, WRITE } from './story.ts';
import type { Story } from './story.ts';

const CITY = oneOf('Porto', 'Lyon', 'Graz', 'Turin', 'Cork', 'Bergen', 'Gdansk', 'Split');

/** Errands of a working day, and what only looks like them. */
export const SMALL_TASKS: readonly Story[] = [
  quiet(
    'twelve tickets closed one after the other',
    saidInTurn(12, ['close_ticket', (n) => ({ id: `T-${100 + n}` }), 'Ticket closed.', WRITE]),
  ),
  loop(
    ['exact', 'noop_write'],
    2,
    'one ticket closed again and again',
    saidInTurn(5, ['close_ticket', { id: 'T-100' }, 'Ticket T-100 is already closed.', WRITE]),
  ),
  quiet(
    'mails drafted, reviewed and sent',
    inTurn(4, [
      [
        'draft',
        (n) => ({
          to: `p${n}@x.example`,
          text: `Dear ${CITY(n)} team, the offer of ${n + 3} units`,
        }),
        (n) => `Draft d${n} saved`,
        WRITE,
      ],
      ['review', (n) => ({ draft: `d${n}` }), 'Looks good.', READ],
      ['send', (n) => ({ draft: `d${n}` }), 'Sent.', WRITE],
    ]),
  ),
  quiet(
    'a translation paragraph by paragraph',
    saidInTurn(9, [
      'translate',
      (n) => ({ text: `Absatz ${n}: ${CITY(n)} liegt am Wasser.`, to: 'en' }),
      (n) => `Paragraph ${n}: ${CITY(n)} lies by the water.`,
    ]),
  ),
  quiet(
    'hotels of other towns, none free',
    saidInTurn(5, [
      'hotels',
      (n) => ({ town: CITY(n), night: '2026-08-04' }),
      { hotels: [] },
      READ,
    ]),
  ),
  loop(
    'empty',
    [3, 4],
    'hotels of one town under ever other spellings',
    saidInTurn(5, [
      'hotels',
      (n) => ({
        town: oneOf('Porto', 'Porto, Portugal', 'porto', 'Porto (PT)', 'Porto city')(n),
        night: '2026-08-04',
      }),
      { hotels: [] },
      READ,
    ]),
  ),
  quiet(
    'a long job whose log is tailed',
    saidInTurn(8, [
      'tail',
      { file: 'train.log', lines: 3 },
      (n) => `epoch ${n} loss ${1 / (n + 1)}\nepoch ${n + 1} loss ${1 / (n + 2)}\nstep ${n * 100}`,
      READ,
    ]),
  ),
  loop(
    'exact',
    [3, 3],
    'a long job whose log has stopped',
    saidInTurn(5, [
      'tail',
      { file: 'train.log', lines: 3 },
      'epoch 4 loss 0.21\nepoch 5 loss 0.19\nKilled',
      READ,
    ]),
  ),
  quiet(
    'a vote of three models on one question',
    made((run) => {
      for (const [nth, agent] of ['m1', 'm2', 'm3'].entries())
        run.call('answer', { q: 'capital of Peru' }, 'Lima', { agent, together: nth > 0 });
    }),
  ),
  quiet(
    'unit conversions that all give one',
    saidInTurn(5, [
      'convert',
      (n) => ({ value: oneOf('1000 m', '1 km', '100000 cm', '10 hm', '0.001 Mm')(n), to: 'km' }),
      '1 km',
      READ,
    ]),
  ),
  quiet(
    'a page per user turn of a chat',
    made((run) => {
      for (let nth = 0; nth < 6; nth += 1)
        run
          .call('show_cart', {}, { items: 2, eur: 40 }, READ)
          .call('faq', { q: 'delivery' }, 'Two days.', READ)
          .nextTurn();
    }),
  ),
  loop(
    'cycle',
    [5, 6],
    'planner and critic that pass one plan to and fro',
    inTurn(5, [
      ['critique', { plan: 'p1' }, 'Needs an owner.', { agent: 'critic' }],
      ['revise', { plan: 'p1' }, 'No owner can be named.', { agent: 'planner' }],
    ]),
  ),
  quiet(
    'planner and critic that get on',
    inTurn(4, [
      [
        'critique',
        (n) => ({ plan: `p${n}` }),
        (n) => oneOf('Needs an owner.', 'Needs a date.', 'Too long.', 'Fine.')(n),
        { agent: 'critic' },
      ],
      ['revise', (n) => ({ plan: `p${n}` }), (n) => `Plan p${n + 1} written`, { agent: 'planner' }],
    ]),
  ),
  quiet(
    'sub-agents that each report the same',
    saidInTurn(6, [
      'spawn',
      (n) => ({
        task: `Check region ${oneOf('eu-west', 'us-east', 'ap-south', 'sa-east', 'af-north', 'me-south')(n)} for open buckets`,
      }),
      'No open buckets were found in this region.',
    ]),
  ),
  loop(
    ['exact', 'stagnant', 'interleaved'],
    [2, 4],
    'one sub-agent task given again, slightly reworded',
    saidInTurn(5, [
      'spawn',
      (n) => ({
        task: `Find out ${oneOf('why', 'exactly why', 'the reason why', 'once more why', 'please why')(n)} the nightly build of the shop fails and report the first failing step`,
      }),
      'The nightly build fails in the step "publish", because the registry token has expired. The token has to be renewed by an administrator; I cannot do it myself.',
    ]),
  ),
  quiet(
    'feature flags read one by one',
    saidInTurn(8, [
      'get_flag',
      (n) => ({ name: oneOf('dark', 'beta', 'search', 'chat', 'ads', 'maps', 'mail', 'pay')(n) }),
      { enabled: false },
      READ,
    ]),
  ),
  loop(
    'exact',
    [3, 3],
    'one feature flag read again',
    saidInTurn(4, ['get_flag', { name: 'dark' }, { enabled: false }, READ]),
  ),
  quiet(
    'a table read by offset to its end',
    saidInTurn(6, [
      'rows',
      (n) => ({ table: 't', offset: n * 3, limit: 3 }),
      (n) => (n < 5 ? [{ id: n * 3 }, { id: n * 3 + 1 }, { id: n * 3 + 2 }] : []),
      READ,
    ]),
  ),
];
