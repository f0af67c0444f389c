import { loopPage, turnPage } from '@loopscope/api/contract';
import type { Page } from 'playwright-core';

/** One picture: where it is taken, and what is done there first. */
export interface Shot {
  name: string;
  path: string;
  act?: (page: Page) => Promise<void>;
  /** `empty`: of a store without spans. */
  store?: 'empty';
  media?: 'print';
  /** A list without end: its first screen says all. */
  isLong?: boolean;
}

const LISTS: ReadonlySet<string> = new Set([
  'turns',
  'turns-filtered',
  'sessions',
  'loops',
  'signatures',
  'signatures-search',
]);

const PAGES = {
  overview: '/',
  turns: '/turns',
  sessions: '/sessions',
  tools: '/tools',
  loops: '/loops',
  signatures: '/signatures',
  alerts: '/alerts',
  guard: '/guard',
  start: '/start',
  settings: '/settings',
};

const STATES: readonly Shot[] = [
  {
    name: 'overview-tables',
    path: '/?table=series&table=attempts&table=ratio&table=kinds',
  },
  { name: 'turns-filtered', path: '/turns?min_attempts=6&sort=-cost' },
  { name: 'turns-none', path: '/turns?agent=nobody' },
  { name: 'turns-columns', path: '/turns', act: press('Columns') },
  { name: 'turns-range', path: '/turns', act: chooseOwnRange },
  { name: 'signatures-search', path: '/signatures?q=search' },
  { name: 'alerts-history', path: '/alerts?part=history' },
  { name: 'alerts-rules', path: '/alerts?part=rules' },
  { name: 'alerts-rule-form', path: '/alerts?part=rules&edit=turn-max-attempts' },
  { name: 'alerts-silences', path: '/alerts?part=silences' },
  { name: 'alerts-receivers', path: '/alerts?part=receivers' },
  { name: 'no-page', path: '/nowhere' },
  { name: 'no-turn', path: '/turns/none' },
  { name: 'palette', path: '/', act: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', path: '/', act: (page) => page.keyboard.press('?') },
  { name: 'error', path: '/turns', act: refuseAnswers },
  { name: 'file', path: '/settings', act: dropChat },
];

const KEYS_LATER_MS = 300;

function press(name: string | RegExp) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).first().click();
  };
}

async function chooseOwnRange(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('custom');
}

/** What a page shows while the store cannot be asked. */
async function refuseAnswers(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({
        error: { code: 'store_unreachable', message: 'The store does not answer.' },
      }),
    }),
  );
  await page.reload();
  await page.getByRole('alert').first().waitFor({ timeout: 20_000 });
  await page.unroute('**/api/v1/**');
}

async function dropChat(page: Page): Promise<void> {
  const call = (id: number) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: `c${id}`, function: { name: 'search_orders', arguments: '{"customer":"cus_8123"}' } },
      ],
    },
    { role: 'tool', tool_call_id: `c${id}`, content: '[]' },
  ];
  const chat = [{ role: 'user', content: 'Where is my refund?' }, ...[0, 1, 2, 3].flatMap(call)];
  await page.evaluate(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(JSON.stringify(chat))}], 'chat.json'));
    document.dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
  }`);
  await page.waitForTimeout(KEYS_LATER_MS);
}

async function read<Answer>(url: string, schema: { parse: (json: unknown) => Answer }) {
  const answer = await fetch(url);
  return schema.parse(await answer.json());
}

/** A trajectory of each kind of loop that the store holds, the longest of its kind. */
async function trajectoriesOf(baseUrl: string): Promise<Shot[]> {
  const { items } = await read(`${baseUrl}/api/v1/loops?limit=500`, loopPage);
  return [...Map.groupBy(items, ({ kind }) => kind)].flatMap(([kind, loops]) => {
    const [longest] = loops.toSorted((one, other) => other.calls.length - one.calls.length);
    return longest === undefined
      ? []
      : [{ name: `turn-${kind}`, path: `/turns/${encodeURIComponent(longest.turn_id)}` }];
  });
}

/** The views and states of one trajectory. */
function statesOf({ path }: Shot): Shot[] {
  const pressing = (key: string) => (page: Page) => page.keyboard.press(key);
  return [
    { name: 'turn-selected', path: `${path}?step=4` },
    { name: 'turn-unfolded', path, act: press('unfold') },
    { name: 'turn-graph', path: `${path}?view=graph` },
    { name: 'turn-compare-choose', path: `${path}?view=compare` },
    { name: 'turn-keys', path, act: pressing('?') },
    { name: 'turn-print', path, media: 'print' },
  ];
}

/** The turns of a store that `test/strange-fleet.ts` has filled: their sessions say what is odd about them. */
async function strangeTurns(baseUrl: string): Promise<Shot[]> {
  const { items } = await read(`${baseUrl}/api/v1/turns?limit=500&sort=-max_attempts`, turnPage);
  return items.flatMap(({ session_id: session, turn_id: id }) =>
    STRANGE.test(session)
      ? [{ name: `strange-${session}`, path: `/turns/${encodeURIComponent(id)}`, isLong: true }]
      : [],
  );
}

const STRANGE =
  /^(two-thousand-\w+|steps-\d+|one-megabyte-\w+|ten-megabyte-\w+|deep-json|long-errors|clock-skew|without-arguments|still-running)$/;

/** Every page in every state that a store can show; `empty` pages are taken from a second product. */
export async function listShots(baseUrl: string): Promise<Shot[]> {
  const { items } = await read(`${baseUrl}/api/v1/turns?limit=1&sort=-max_attempts`, turnPage);
  const { items: healthy } = await read(
    `${baseUrl}/api/v1/turns?limit=1&sort=-calls&max_attempts=1`,
    turnPage,
  );
  const [worst] = items;
  const turns = await trajectoriesOf(baseUrl);
  const things = worst === undefined ? [] : thingsOf(worst);
  const fixed = healthy[0]?.turn_id;
  const pages = Object.entries(PAGES).map(([name, path]) => ({ name, path }));
  const shots: Shot[] = [
    ...pages,
    ...pages.map(({ name, path }) => ({ name: `${name}-print`, path, media: 'print' as const })),
    ...STATES,
    ...things,
    ...turns,
    ...turns.slice(0, 1).flatMap(statesOf),
    ...(fixed === undefined
      ? []
      : turns.slice(0, 1).map(({ path }) => ({
          name: 'turn-compare',
          path: `${path}?view=compare&with=${encodeURIComponent(fixed)}`,
        }))),
    ...(fixed === undefined
      ? []
      : [{ name: 'turn-healthy', path: `/turns/${encodeURIComponent(fixed)}` }]),
    ...(await strangeTurns(baseUrl)),
    ...pages.map(({ name, path }) => ({ name: `empty-${name}`, path, store: 'empty' as const })),
  ];
  for (const shot of shots) shot.isLong ??= LISTS.has(shot.name);
  return shots;
}

const thingsOf = (turn: { max_attempts_tool: string; session_id: string }): Shot[] => [
  { name: 'tool', path: `/tools/${encodeURIComponent(turn.max_attempts_tool)}` },
  { name: 'tool-create_ticket', path: '/tools/create_ticket' },
  { name: 'session', path: `/sessions/${encodeURIComponent(turn.session_id)}` },
  {
    name: 'session-stop',
    path: `/sessions/${encodeURIComponent(turn.session_id)}?action=stop`,
  },
];
