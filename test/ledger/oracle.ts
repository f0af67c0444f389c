import type { Store } from '@loopscope/sql';

import { select } from '../select.ts';
import { keyOf, type Account } from './ledger.ts';
import type { LedgerSpan } from './plan.ts';
import { toTurns, type Turn } from './reference.ts';
import { routeClaims } from './routes.ts';
import { viewClaims } from './views.ts';

/** The same for equal rows in any order. */
const told = (rows: unknown): string =>
  Array.isArray(rows)
    ? rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n')
    : JSON.stringify(rows);

/** What is told, or that it cannot be read from the answer. */
function toldOf(read: () => unknown): string {
  try {
    return told(read());
  } catch (error) {
    return `an answer of another form (${String(error)})`;
  }
}

/** The first line in which two texts differ, from both. */
function difference(said: string, wanted: string): string {
  const [ours, theirs] = [said.split('\n'), wanted.split('\n')];
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  const line = at < 0 ? ours.length : at;
  return `${ours[line] ?? 'nothing'} where the ledger says ${theirs[line] ?? 'nothing'}`.slice(
    0,
    900,
  );
}

/** What is stored and what was sent, one sentence for each disagreement; empty where nothing is lost, doubled or invented. */
export async function auditSpans(store: Store, account: Account) {
  const found: string[] = [];
  const claim = (holds: boolean, sentence: string): void => void (holds || found.push(sentence));
  const rows = await select(
    store,
    'SELECT trace_id, span_id, args, session_id, tool FROM spans FINAL',
  );
  const stored = new Map(
    rows.map((row) => [`${String(row['trace_id'])}/${String(row['span_id'])}`, row]),
  );
  const lost = [...account.acked].filter((key) => !stored.has(key));
  claim(lost.length === 0, `${lost.length} acknowledged spans are lost, such as ${lost[0]}`);
  const invented = [...stored.keys()].filter((key) => !account.sent.has(key));
  claim(invented.length === 0, `${invented.length} spans were never sent, such as ${invented[0]}`);
  for (const [key, row] of stored) {
    const { args = '', session = '', tool = '' } = account.sent.get(key) ?? {};
    const isSame = row['args'] === args && row['session_id'] === session && row['tool'] === tool;
    claim(isSame, `${key} is not what was sent`);
  }
  const [counts] = await select(store, 'SELECT toUInt32(count()) AS rejected FROM rejected_spans');
  const rejected = Number(counts?.['rejected']);
  claim(
    rejected >= account.badAcked && rejected <= account.badSent,
    `${rejected} spans are noted as rejected; ${account.badAcked} were acknowledged as such, ${account.badSent} sent`,
  );
  return { found, stored: new Set(stored.keys()) };
}

/** The turns of all that is stored; null where a part of a turn was never acknowledged, and so may be there or not. */
export function turnsStored(account: Account, stored: ReadonlySet<string>): Turn[] | null {
  const spans: LedgerSpan[] = [...account.sent.values()];
  return spans.every((span) => stored.has(keyOf(span))) ? toTurns(spans) : null;
}

export async function auditViews(store: Store, turns: readonly Turn[]): Promise<string[]> {
  const found: string[] = [];
  for (const { view, sql, rows } of viewClaims(turns)) {
    const answered = (await select(store, sql)).map((row) => Object.values(row));
    const [said, wanted] = [told(answered), told(rows)];
    if (said !== wanted) found.push(`${view} does not add up: ${difference(said, wanted)}`);
  }
  return found;
}

/** The same of what people are shown. */
export async function auditRoutes(
  address: string,
  turns: readonly Turn[],
  rejected: number | null,
): Promise<string[]> {
  const found: string[] = [];
  const get = async (path: string): Promise<never> => {
    const answer = await fetch(`${address}/api/v1/${path}`);
    return answer.json() as Promise<never>;
  };
  const ids = new Map<string, string>();
  for (const { path, told: cut, wanted, paged = false } of routeClaims(turns, rejected)) {
    const [, session] = /^turns\/TURN_OF\/(.+)$/.exec(path) ?? [];
    const real = session === undefined ? path : `turns/${ids.get(session)}`;
    const answer = paged ? await allPages(get, path) : await get(real);
    const turn = Reflect.get(Object(answer), 'turns')?.[0]?.turn_id;
    if (path.startsWith('sessions/')) ids.set(path.slice('sessions/'.length), String(turn));
    const [said, expected] = [toldOf(() => cut(answer as never)), told(wanted)];
    if (said !== expected) found.push(`/${path} does not add up: ${difference(said, expected)}`);
  }
  return found;
}

async function allPages(get: (path: string) => Promise<never>, path: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items?: unknown[]; next_cursor?: string | null } = await get(`${path}${more}`);
    // Where it is an error there are none, which the claim tells.
    items.push(...(page.items ?? []));
    cursor = page.next_cursor ?? null;
  }
  return items;
}

/** Routes that tell of no spans: what people wrote, what alerts say, what is asked of one loop. */
const OTHERS =
  /^(alerts|rules|silences|receivers|live|scan|dead-letters|ceilings|declarations|exemptions|backtest|compare|markers|stops|guard|loops\/|turns\/\{id\}\/|turns\/:id\/)/;

/** Every route that is described is claimed above or named as one that tells of no spans. */
export async function unauditedRoutes(address: string, turns: readonly Turn[]): Promise<string[]> {
  const answer = await fetch(`${address}/api/docs/json`);
  const { paths } = (await answer.json()) as { paths: Record<string, { get?: unknown }> };
  const claimed = routeClaims(turns, 0).map(({ path }) => path.split('?')[0] ?? '');
  return Object.entries(paths)
    .filter(([path, methods]) => methods.get !== undefined && path.startsWith('/api/v1/'))
    .map(([path]) => path.slice('/api/v1/'.length))
    .filter((path) => !OTHERS.test(path))
    .filter((path) => {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}|:\w+/g, '.+')}$`);
      return !claimed.some((one) => pattern.test(one));
    });
}
