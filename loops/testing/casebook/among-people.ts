import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, made, quiet, READ, requestId, WRITE } from './story.ts';
import type { Story } from './story.ts';

/** Customers, callers and colleagues. */
export const AMONG_PEOPLE: readonly Story[] = [
  quiet(
    'orders of one customer, all delivered',
    saidInTurn(6, [
      'get_order',
      (n) => ({ order_id: `#W${4_711 + n * 97}` }),
      { status: 'delivered', items: 1 },
      READ,
    ]),
  ),
  quiet(
    'four payments refunded',
    saidInTurn(4, [
      'refund',
      (n) => ({ payment: `pay_${requestId(n).slice(0, 6)}`, amount: 10 }),
      { status: 'succeeded' },
      WRITE,
    ]),
  ),
  loop(
    ['exact', 'noop_write'],
    2,
    'one payment refunded again',
    saidInTurn(3, [
      'refund',
      { payment: 'pay_81', amount: 10 },
      (n) => ({ status: 'succeeded', refund: `re_${n + 4}` }),
      WRITE,
    ]),
  ),
  quiet(
    'a code asked of the caller, three times wrong',
    made((run) => {
      for (let nth = 0; nth < 3; nth += 1)
        run.call('check_code', { code: 1_200 + nth * 7 }, 'Incorrect code.', READ).nextTurn();
    }),
  ),
  quiet(
    'a customer looked up before each of four changes',
    inTurn(4, [
      ['get_customer', { id: 'c-4' }, { id: 'c-4', plan: 'basic' }, READ],
      [
        'change',
        (n) => ({ id: 'c-4', [oneOf('mail', 'phone', 'street', 'town')(n)]: `new ${n}` }),
        'Changed.',
        WRITE,
      ],
    ]),
  ),
  quiet(
    'a caller who says nothing for a while',
    saidInTurn(4, [
      'listen',
      { timeout_s: 5 },
      (n) => (n < 3 ? '' : 'Yes, I am here.'),
      { ms: 5_000 },
    ]),
  ),
  loop(
    'exact',
    3,
    'one recording transcribed again',
    saidInTurn(4, [
      'transcribe',
      { call: 'k-4' },
      'Hello, I would like to move my appointment to Friday.',
      READ,
    ]),
  ),
  quiet(
    'digits sent into a menu',
    made((run) => {
      for (const digit of '1100233') run.call('send_digit', { digit }, 'ok');
    }),
  ),
  quiet(
    'sentences spoken, each another',
    saidInTurn(6, [
      'say',
      (n) => ({
        text: oneOf(
          'Good morning.',
          'May I have your name?',
          'Thank you.',
          'One moment please.',
          'It is booked.',
          'Goodbye.',
        )(n),
      }),
      'played',
      WRITE,
    ]),
  ),
];
