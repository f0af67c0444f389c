import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ, requestId, WRITE } from './story.ts';
import type { Story } from './story.ts';

const WHY = oneOf(
  'The customer wants a refund',
  'This is about a refund, please take over',
  'Refund question from the customer',
  'Customer asks for the refund again',
  'Please handle the refund of the customer',
);
const WHY_NOT = oneOf(
  'Refunds are not ours, back to triage',
  'Not a billing matter, triage please decide',
  'Triage should decide on this',
  'This belongs to triage again',
  'Back to triage: nothing to bill',
);
const LONG =
  'Revise: the plan names no owner for the rollout, has no date for the freeze, and does not say how it is undone when it fails.';

/** What agents hand to each other, and what moves in the arguments without asking anything else. */
export const HANDED_OVER: readonly Story[] = [
  loop(
    'cycle',
    [6, 10],
    'two agents that hand over in ever other words',
    made((run) => {
      for (let nth = 0; nth < 5; nth += 1)
        run
          .call('transfer_to_billing', { reason: WHY(nth) }, 'Transferred to billing.', {
            agent: 'triage',
          })
          .call('transfer_to_triage', { reason: WHY_NOT(nth) }, 'Transferred to triage.', {
            agent: 'billing',
          });
    }),
  ),
  quiet(
    'two agents that hand over and work between',
    made((run) => {
      for (let nth = 0; nth < 5; nth += 1)
        run
          .call('transfer_to_billing', { reason: WHY(nth) }, 'Transferred to billing.', {
            agent: 'triage',
          })
          .call(
            'get_bill',
            { id: `b-${nth}` },
            { id: `b-${nth}`, eur: 12 + nth * 7 },
            { ...READ, agent: 'billing' },
          )
          .call('transfer_to_triage', { reason: WHY_NOT(nth) }, 'Transferred to triage.', {
            agent: 'billing',
          })
          .call('read_mail', { nth }, `Mail ${nth}: about bill ${nth + 1} of ${2020 + nth}`, {
            ...READ,
            agent: 'triage',
          });
    }),
  ),
  loop(
    'stagnant',
    [3, 6],
    'a critic who says the same of every draft',
    saidInTurn(6, [
      'submit_plan',
      (n) => ({
        plan: `Rollout in ${n + 2} steps. First the staging machines, then one region, then all regions. ${oneOf('We watch the error rate.', 'The error rate is watched by us.', 'Error rates are watched.', 'We look at the error rate.', 'Watch the rate of errors.', 'Error rate under watch.')(n)}`,
      }),
      LONG,
    ]),
  ),
  quiet(
    'a critic who says something else each time',
    saidInTurn(5, [
      'submit_plan',
      (n) => ({ plan: `Rollout, draft ${n + 2}: staging, one region, all regions.` }),
      (n) =>
        `Revise: the plan ${oneOf('names no owner', 'has no date', 'does not say how it is undone', 'forgets the mobile apps', 'is fine, approved')(n)}.`,
    ]),
  ),
  quiet(
    'a helper that crashed once',
    made((run) =>
      run
        .call(
          'task',
          { prompt: 'Summarise the release notes of May' },
          'Agent crashed: out of memory',
          FAILED,
        )
        .call(
          'task',
          { prompt: 'Summarise the release notes of May' },
          'Three fixes and one new chart.',
        ),
    ),
  ),
  quiet(
    'one task for each of twelve files',
    saidInTurn(12, [
      'task',
      (n) => ({
        prompt: `Review src/${oneOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l')(n)}.ts for mistakes and report them.`,
      }),
      'Done: no issues found.',
    ]),
  ),
  quiet(
    'thirty mornings that are all alike',
    made((run) => {
      for (let nth = 0; nth < 30; nth += 1)
        run
          .call('inbox', {}, '0 unread', READ)
          .call('calendar', {}, 'nothing today', READ)
          .nextTurn();
    }),
  ),
  loop(
    ['cycle'],
    [6, 9],
    'two look-ups in turn with a counter in each',
    made((run) => {
      for (let nth = 0; nth < 6; nth += 1)
        run
          .call(
            'search_notes',
            { query: 'porto trip', attempt: nth + 1 },
            [
              { path: 'travel.md', line: 3 },
              { path: 'plans.md', line: 9 },
            ],
            READ,
          )
          .call(
            'open_note',
            { path: 'travel.md', attempt: nth + 1 },
            'June: Porto with Ann, not booked yet, two nights near the river',
            READ,
          );
    }),
  ),
  loop(
    ['cycle', 'stagnant'],
    [3, 9],
    'two look-ups in turn under fresh request ids',
    made((run) => {
      for (let nth = 0; nth < 6; nth += 1)
        run
          .call(
            'search_notes',
            { query: 'porto trip', request_id: requestId(nth) },
            [{ path: 'travel.md', line: 3 }],
            READ,
          )
          .call(
            'open_note',
            { path: 'travel.md', request_id: requestId(nth + 50) },
            'June: Porto, not booked yet',
            READ,
          );
    }),
  ),
  loop(
    ['cycle'],
    [6, 12],
    'two look-ups in turn with numbers that go up',
    made((run) => {
      for (let nth = 0; nth < 9; nth += 1)
        run
          .call(
            'search_notes',
            { query: 'porto trip', n: nth * 2 },
            [
              { path: 'travel.md', line: 3 },
              { path: 'plans.md', line: 9 },
            ],
            READ,
          )
          .call(
            'open_note',
            { path: 'travel.md', n: nth * 2 + 1 },
            'June: Porto with Ann, not booked yet, two nights near the river',
            READ,
          );
    }),
  ),
  quiet(
    'orders and their notes, one by one',
    made((run) => {
      for (let nth = 0; nth < 8; nth += 1)
        run
          .call('get_order', { order: nth + 1 }, { status: 'open', paid: true }, READ)
          .call('add_note', { order: nth + 1, text: 'checked' }, 'Note added.', WRITE);
    }),
  ),
  loop(
    ['exact', 'stagnant'],
    [3, 6],
    'one state under fresh request ids',
    saidInTurn(7, [
      'get_plan',
      (n) => ({ account: 'a-4', request_id: requestId(n) }),
      { plan: 'basic', seats: 4, renews: 'monthly' },
      READ,
    ]),
  ),
  quiet(
    'sessions told apart by their ids',
    saidInTurn(8, [
      'get_session',
      (n) => ({ id: requestId(n) }),
      { state: 'closed', user: 'none' },
      READ,
    ]),
  ),
  loop(
    ['empty', 'stagnant'],
    [3, 4],
    'nothing found, said in Arabic',
    saidInTurn(5, [
      'بحث',
      (n) => ({
        سؤال: oneOf(
          'سعر المصباح',
          'سعر المصباح اليوم',
          'كم سعر المصباح',
          'ثمن المصباح',
          'سعر مصباح',
        )(n),
      }),
      'لم يتم العثور على نتائج',
      READ,
    ]),
  ),
  loop(
    ['empty', 'stagnant'],
    [3, 4],
    'nothing found, said in Turkish',
    saidInTurn(5, [
      'ara',
      (n) => ({
        q: oneOf(
          'lamba fiyatı',
          'lamba fiyatı nedir',
          'masa lamba fiyatı',
          'lamba fiyat',
          'lamba fiyatları',
        )(n),
      }),
      'Sonuç bulunamadı.',
      READ,
    ]),
  ),
  quiet(
    'an export that runs, said in Turkish',
    saidInTurn(5, [
      'durum',
      { id: 4 },
      (n) => ({ durum: n < 4 ? 'işleniyor' : 'tamamlandı' }),
      READ,
    ]),
  ),
  quiet(
    'an export that runs, said in Arabic',
    saidInTurn(5, ['حالة', { id: 4 }, (n) => ({ الحالة: n < 4 ? 'قيد المعالجة' : 'مكتمل' }), READ]),
  ),
  quiet(
    'an export that runs, said in Swedish and Hindi',
    saidInTurn(8, [
      'status',
      (n) => ({ id: n < 4 ? 1 : 2 }),
      (n) => ({ status: n < 3 ? 'pågår' : n === 3 ? 'klar' : n < 7 ? 'प्रगति पर है' : 'पूर्ण' }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a page in Hebrew',
    saidInTurn(4, ['קרא', { דף: 3 }, 'שעות הפתיחה: שלישי עד ראשון, עשר עד שש', READ]),
  ),
  calm(
    'names that are taken, until one is free',
    made((run) => {
      for (const name of ['ann', 'ann1', 'ann_lee', 'annlee'])
        run.call('register', { name }, `Username ${name} is already taken.`, {
          ...WRITE,
          ...FAILED,
        });
      run.call('register', { name: 'ann-lee-77' }, { id: 4 }, WRITE);
    }),
  ),
];
