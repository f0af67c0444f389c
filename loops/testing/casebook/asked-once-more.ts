import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, calm, made, WRITE, FAILED } from './story.ts';
import type { Story } from './story.ts';

const FINDINGS = (n: number) =>
  `The exploration is ${oneOf('complete', 'finished', 'done', 'complete', 'over')(n)}. The login flow lives in src/auth/login.ts and calls validateToken in src/auth/token.ts, which reads the secret from config/secrets.ts. ${oneOf('Tests', 'The tests', 'Its tests', 'Tests', 'All tests')(n)} for it are in test/auth/login.test.ts. The session is kept in Redis by src/session/store.ts, with a lifetime of thirty minutes that is set in config/session.ts. No other module ${oneOf('uses', 'calls', 'touches', 'uses', 'needs')(n)} validateToken directly.`;

/** The same of plans, questions, explorers and searches, with the honest work beside them. */
export const ASKED_ONCE_MORE: readonly Story[] = [
  loop(
    'validation',
    [3, 4],
    'code that cannot be parsed',
    saidInTurn(5, [
      'python_interpreter',
      (n) => ({
        code: `${oneOf('Thought: I will print it', 'I print the answer', 'Now the answer', 'print it', 'The answer is')(n)}\n42`,
      }),
      'Error in code parsing:\nYour code snippet is invalid, because the regex pattern ```(?:py|python)?\\n(.*?)\\n``` was not found in it.\nMake sure to provide correct code blobs.',
      FAILED,
    ]),
  ),
  quiet(
    'tests after each edit, slowly better',
    made((r) => {
      for (const [n, f] of [5, 5, 4, 4, 4, 3, 2, 2, 1, 0].entries()) {
        r.call(
          'developer__text_editor',
          {
            command: 'str_replace',
            path: '/w/src/lib.rs',
            old_str: `let a = ${n};`,
            new_str: `let a = ${n + 1};`,
          },
          'The file /w/src/lib.rs has been edited.',
        );
        r.call(
          'developer__shell',
          { command: 'cargo test' },
          `running 12 tests\ntest result: ${f > 0 ? 'FAILED' : 'ok'}. ${12 - f} passed; ${f} failed; finished in 0.${n}3s`,
        );
      }
    }),
  ),
  loop(
    ['exact', 'empty'],
    [3, 6],
    'one question put to a user who is away',
    saidInTurn(7, [
      'ask_followup_question',
      { question: 'Which database should I use?', options: ['postgres', 'sqlite'] },
      '<answer>\n</answer>',
    ]),
  ),
  loop(
    ['exact', 'noop_write'],
    [3, 12],
    'one plan written again',
    saidInTurn(12, [
      'update_plan',
      {
        plan: [
          { step: 'Read the code', status: 'completed' },
          { step: 'Fix the bug', status: 'in_progress' },
        ],
      },
      'Plan updated',
    ]),
  ),
  quiet(
    'a plan that moves on with the work',
    made((r) => {
      for (let n = 0; n < 6; n++)
        r.call(
          'update_plan',
          {
            plan: ['a', 'b', 'c', 'd', 'e', 'f'].map((step, i) => ({
              step,
              status: i < n ? 'completed' : i === n ? 'in_progress' : 'pending',
            })),
          },
          'Plan updated',
        ).call('apply_patch', { patch: `*** Update File: m${n}.py` }, 'Done!', WRITE);
    }),
  ),
  loop(
    'stagnant',
    [3, 7],
    'a sub-agent sent exploring again in other words',
    saidInTurn(8, [
      'task',
      (n) => ({
        description: 'explore login',
        prompt: oneOf(
          'Find out how the login flow works and where its tests are.',
          'Explore how the login works, and find its tests.',
          'Investigate the login flow and where the tests of it are.',
          'Look into the login flow; where are its tests?',
          'Find the login flow and its tests.',
          'How does the login flow work and where are the tests?',
        )(n),
      }),
      (n: number) => FINDINGS(n),
    ]),
  ),
  loop(
    'exact',
    [3, 12],
    'page down at the bottom',
    saidInTurn(6, [
      'page_down',
      {},
      (n: number) =>
        `I scrolled down one page in the browser. Our web browser is open to the page 'Annual report'. The viewport shows 18% of the webpage, and is positioned at the bottom of the page. The footer lists contact, imprint and privacy. [took ${(n * 0.31 + 0.7).toFixed(2)} s]`,
    ]),
  ),
  quiet(
    'page down, eight pages',
    saidInTurn(8, [
      'page_down',
      {},
      (n: number) =>
        `The viewport shows ${n * 12}% of the webpage. ${Array.from({ length: 12 }, (_, i) => `Paragraph ${n * 12 + i} tells of year ${1900 + n * 7 + i}`).join('. ')}`,
    ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'searches in other words, one list in prose',
    saidInTurn(7, [
      'google',
      (n) => ({
        query: oneOf(
          'tallest wooden building',
          'tallest building of wood',
          'what is the tallest wooden building',
          'world tallest wooden building',
          'tallest timber wooden building',
          'the tallest wooden building 2026',
          'wooden building tallest',
        )(n),
      }),
      '1. Ascent MKE - en.wiki.example/Ascent - The tallest timber tower, 86.6 m\n2. Mjøstårnet - en.wiki.example/Mjos - An 85.4 m tower in Brumunddal\n3. List of tallest wooden buildings - en.wiki.example/List',
    ]),
  ),
  loop(
    'exact',
    2,
    'one order placed twice',
    saidInTurn(3, [
      'place_order',
      { symbol: 'ERIC-B', side: 'buy', qty: 100 },
      (n: number) => ({ order_id: `O-${88_120 + n}`, status: 'filled', qty: 100 }),
      WRITE,
    ]),
  ),
  calm(
    'three apologies in other words to one ticket',
    saidInTurn(3, [
      'send_reply',
      (n) => ({
        ticket: 'T-9',
        text: oneOf(
          'We are sorry for the delay.',
          'Sorry for the delay, we are on it.',
          'Our apologies for the delay.',
        )(n),
      }),
      (n: number) => ({ sent: true, message_id: `m-${n + 40}` }),
    ]),
  ),
];
