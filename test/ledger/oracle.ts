import { overview, sessionPage } from '@loopscope/api/contract';
import type { Store } from '@loopscope/sql';
import { z } from 'zod';

import { keyOf, type Account } from './ledger.ts';
import type { LedgerSpan } from './plan.ts';

const anything = z.record(z.string(), z.unknown());
type Row = Record<string, unknown>;
const select = (store: Store, sql: string): Promise<Row[]> =>
  store.query({ name: 'oracle', sql, params: anything, row: anything }, {});

/** What the spans that are there must add up to, worked out from the ledger alone. */
function reference(spans: readonly LedgerSpan[]) {
  const calls = spans.filter(({ tool }) => tool !== '');
  const sessions = [...Map.groupBy(spans, ({ session }) => session)].map(([session, own]) => {
    const tools = own.filter(({ tool }) => tool !== '');
    const same = [...Map.groupBy(tools, ({ tool, args }) => `${tool} ${args}`).values()];
    return {
      session,
      calls: tools.length,
      distinct: same.length,
      attempts: Math.max(0, ...same.map((equal) => equal.length)),
    };
  });
  const tools = [...Map.groupBy(calls, ({ tool }) => tool)].map(([tool, own]) => [
    tool,
    own.length,
  ]);
  return { calls: calls.length, sessions, tools };
}

const told = (rows: readonly unknown[]): string =>
  rows
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join('\n');

/** What the ledger and the store disagree about, one sentence each; empty where nothing is lost, doubled or invented. */
export async function audit(store: Store, account: Account): Promise<string[]> {
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
  const present = [...account.sent].flatMap(([key, span]) => (stored.has(key) ? [span] : []));
  found.push(...(await auditViews(store, present)));
  return found;
}

async function auditViews(store: Store, present: readonly LedgerSpan[]): Promise<string[]> {
  const wanted = reference(present);
  const sessions = wanted.sessions.map(({ session, calls, distinct, attempts }) => [
    session,
    calls,
    distinct,
    attempts,
  ]);
  const numbers = 'toUInt32(calls), toUInt32(distinct_signatures), toUInt32(max_attempts)';
  const questions: [name: string, sql: string, wanted: unknown[]][] = [
    ['session_stats', `SELECT session_id AS s, ${numbers} FROM session_stats`, sessions],
    ['turn_stats', `SELECT session_id AS s, ${numbers} FROM turn_stats`, sessions],
    ['tool_stats', 'SELECT tool, toUInt32(sum(calls)) FROM tool_stats GROUP BY tool', wanted.tools],
    [
      'tool_calls',
      'SELECT tool, toUInt32(count()) FROM tool_calls FINAL GROUP BY tool',
      wanted.tools,
    ],
    [
      'signature_stats',
      'SELECT tool, toUInt32(sum(calls)) FROM signature_stats GROUP BY tool',
      wanted.tools,
    ],
  ];
  const found: string[] = [];
  for (const [name, sql, expected] of questions) {
    const rows = (await select(store, sql)).map((row) => Object.values(row));
    if (told(rows) !== told(expected))
      found.push(`${name} does not add up to what the ledger says`);
  }
  return found;
}

/** The same of what people are shown. */
export async function auditRoutes(
  address: string,
  account: Account,
  stored: ReadonlySet<string>,
): Promise<string[]> {
  const wanted = reference([...account.sent.values()].filter((span) => stored.has(keyOf(span))));
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${address}/api/v1${path}`)).json();
  const found: string[] = [];
  const total = overview.parse(await get('/overview'));
  if (total.calls !== wanted.calls || total.sessions !== wanted.sessions.length) {
    found.push(`overview says ${total.calls} calls, the ledger ${wanted.calls}`);
  }
  const shown: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = sessionPage.parse(
      await get(
        `/sessions?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      ),
    );
    for (const { session_id, calls, distinct_signatures, max_attempts } of page.items) {
      shown.push([session_id, calls, distinct_signatures, max_attempts]);
    }
    cursor = page.next_cursor;
  }
  const sessions = wanted.sessions.map(({ session, calls, distinct, attempts }) => [
    session,
    calls,
    distinct,
    attempts,
  ]);
  if (told(shown) !== told(sessions)) found.push('the list of sessions is not that of the ledger');
  return found;
}
