import type { MessagePort } from 'node:worker_threads';

import { StoreError, type StoreErrorCode } from './errors.ts';
import { storeOf } from './store-of.ts';
import { createFollowers } from './followers.ts';
import type { Engine, InsertedSpans, Statement, Store } from './store.ts';
import type { TableName } from '../rows/table-rows.ts';
import { createWriteCounts } from './write-counts.ts';

/**
 * One thread has the store's connections, another one works with it: statements and rows cross as text and bytes, so that
 * binding, parsing and checking are done where the work is.
 */
type Wish =
  | { wish: 'ask'; id: number; statement: Statement }
  | { wish: 'insert'; id: number; table: TableName; lines: Uint8Array; token: string }
  | { wish: 'ping'; id: number };

type Reply =
  | { id: number; reply: 'rows'; rows: string | Uint8Array }
  | { id: number; reply: 'done'; isWell: boolean }
  | { id: number; reply: 'fault'; fault: Fault };

/** Without having been asked for. */
interface News extends InsertedSpans {
  news: 'spans';
}

interface Fault {
  code: StoreErrorCode;
  retryable: boolean;
  engineCode: number | null;
  message: string;
}

/** What the other thread needs to know before it can ask. */
export interface LentStore extends Pick<Store, 'kind' | 'layout'> {
  writeCounts: SharedArrayBuffer | null;
  tellsOfSpans: boolean;
}

/** Does on `store` what comes in at `port`, until the port is closed. */
export function lendStore(store: Store, port: Pick<MessagePort, 'on' | 'postMessage'>): LentStore {
  port.on('message', (wish: Wish) => {
    void fulfil(store, wish).then((reply) => port.postMessage(reply, given(reply)));
  });
  const { kind, layout, writes } = store;
  const unfollow = store.followSpans?.(({ lines, atMs }) => {
    const news: News = { news: 'spans', lines, atMs };
    port.postMessage(news, [lines.buffer]);
  });
  if (unfollow !== undefined) port.on('close', unfollow);
  const tellsOfSpans = unfollow !== undefined;
  return { kind, layout, writeCounts: writes?.shared ?? null, tellsOfSpans };
}

/** Rows are given away rather than copied. */
function given(reply: Reply): ArrayBuffer[] {
  return reply.reply === 'rows' && typeof reply.rows !== 'string' ? ownBuffer(reply.rows) : [];
}

async function fulfil(store: Store, wish: Wish): Promise<Reply> {
  const { id } = wish;
  try {
    if (wish.wish === 'ask') return { id, reply: 'rows', rows: await store.ask(wish.statement) };
    if (wish.wish === 'ping') return { id, reply: 'done', isWell: await store.ping() };
    await store.insertLines(wish.table, wish.lines, wish.token);
    return { id, reply: 'done', isWell: true };
  } catch (error) {
    return { id, reply: 'fault', fault: toFault(error) };
  }
}

function toFault(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof StoreError)) {
    return { code: 'unknown', retryable: true, engineCode: null, message };
  }
  const { code, retryable, engineCode } = error;
  return { code, retryable, engineCode, message };
}

/** The store at the other end of `port`. Its schema is changed, and it is closed, where it was opened. */
export function borrowStore(
  { kind, layout, writeCounts, tellsOfSpans }: LentStore,
  port: Pick<MessagePort, 'on' | 'postMessage'>,
): Store {
  const waiting = new Map<number, PromiseWithResolvers<Reply>>();
  let lastId = 0;
  const followers = createFollowers();
  port.on('message', (reply: Reply | News) => {
    if ('news' in reply) return followers.tell(() => reply);
    const done = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.reply === 'fault') done?.reject(new StoreError(reply.fault, reply.fault.message));
    else done?.resolve(reply);
  });
  const request = (wish: (id: number) => Wish, given: ArrayBuffer[] = []): Promise<Reply> => {
    lastId += 1;
    const done = Promise.withResolvers<Reply>();
    waiting.set(lastId, done);
    port.postMessage(wish(lastId), given);
    return done.promise;
  };
  const engine: Engine = {
    kind,
    layout,
    writes: writeCounts === null ? undefined : createWriteCounts(writeCounts),
    followSpans: tellsOfSpans ? followers.follow : undefined,
    async ask({ signal: _staysHere, ...statement }) {
      const reply = await request((id) => ({ wish: 'ask', id, statement }));
      return reply.reply === 'rows' ? reply.rows : '[]';
    },
    async insertLines(table, lines, token) {
      await request((id) => ({ wish: 'insert', id, table, lines, token }), ownBuffer(lines));
    },
    define: () => Promise.reject(new StoreError(NOT_HERE, 'a lent store keeps its schema')),
    erase: () => Promise.reject(new StoreError(NOT_HERE, 'a lent store keeps its rows')),
    async ping() {
      const reply = await request((id) => ({ wish: 'ping', id }));
      return reply.reply === 'done' && reply.isWell;
    },
    close: () => Promise.resolve(),
  };
  return storeOf(engine);
}

const NOT_HERE = { code: 'store_refused', retryable: false } as const;

/** Bytes that can be given away: those of a buffer that nobody else has a part of. */
function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
