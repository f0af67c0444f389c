import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openStore } from './open-store.ts';
import { sampleSpan } from '../testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from './temporary-store.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

const spanIds = async (project: string): Promise<unknown[]> => {
  const rows = await temporary.select(
    'SELECT span_id FROM spans WHERE project = {project:String} ORDER BY span_id',
    { project },
  );
  return rows.map((row) => row['span_id']);
};

describe('insert', () => {
  it('stores rows under one token once, whatever the rows', async () => {
    const { store } = temporary;
    await store.insert('spans', [sampleSpan({ project: 'token', span_id: 'a' })], 'lane/1-2');
    await store.insert('spans', [sampleSpan({ project: 'token', span_id: 'a' })], 'lane/1-2');
    await store.insert('spans', [sampleSpan({ project: 'token', span_id: 'b' })], 'lane/1-2');
    expect(await spanIds('token')).toEqual(['a']);
  });

  it('without a token stores equal rows as often as they come', async () => {
    const { store } = temporary;
    for (let time = 0; time < 2; time += 1) {
      await store.insert('spans', [sampleSpan({ project: 'equal', span_id: 'a' })]);
    }
    expect(await spanIds('equal')).toEqual(['a', 'a']);
    const sql = "SELECT trace_id FROM touched_traces WHERE project = 'equal'";
    expect(await temporary.select(sql)).toHaveLength(2);
  });

  it('touches the trace of a batch that is sent again only once', async () => {
    const { store, select } = temporary;
    const rows = [sampleSpan({ project: 'view', span_id: 'a' })];
    await store.insert('spans', rows, 'view/1');
    await store.insert('spans', rows, 'view/1');
    const touches = await select("SELECT trace_id FROM touched_traces WHERE project = 'view'");
    expect(touches).toHaveLength(1);
  });

  it('tells of each trace of the spans once, whatever their texts say', async () => {
    const { store, select } = temporary;
    const trap = '","trace_id":"other","project":"other"\\';
    const rows = ['t1', 't2', 't1', 'with "quotes" and \\', ''].map((trace_id, at) =>
      sampleSpan({ project: 'told', trace_id, span_id: `${at}`, name: trap, args: trap }),
    );
    await store.insert('spans', rows, 'told/1');
    const touches = await select(
      `SELECT trace_id, touched_at = max(touched_at) OVER () AS is_together
       FROM touched_traces WHERE project = 'told' ORDER BY trace_id`,
    );
    expect(touches).toEqual(
      ['', 't1', 't2', 'with "quotes" and \\'].map((trace_id) => ({ trace_id, is_together: 1 })),
    );
  });

  it('tells of a trace when all that is made of its spans can be read', async () => {
    const { store, select } = temporary;
    const latest = (table: string): string =>
      `(SELECT max(toUInt32OrZero(trace_id)) FROM ${table} WHERE project = 'seen')`;
    const made = ['spans', 'session_traces', 'protocol_calls'].map(latest);
    const over = new AbortController();
    const looking = (async () => {
      const tooEarly: unknown[] = [];
      while (!over.signal.aborted) {
        const [touched] = await select(`SELECT toUInt32(${latest('touched_traces')}) AS trace`);
        const [seen] = await select(`SELECT toUInt32(least(${made.join(', ')})) AS trace`);
        if (Number(seen?.['trace']) < Number(touched?.['trace'])) tooEarly.push({ touched, seen });
      }
      return tooEarly;
    })();
    for (let trace = 1; trace <= 10; trace += 1) {
      const ids = { project: 'seen', trace_id: `${trace}` };
      const call = { kind: 'tool', layer: 'protocol', session_id: '' } as const;
      await store.insert('spans', [
        sampleSpan({ ...ids, span_id: 'a', session_id: `session-${trace}` }),
        sampleSpan({ ...ids, span_id: 'b', ...call }),
      ]);
    }
    over.abort();
    expect(await looking).toEqual([]);
  }, 60_000);

  it('of a thousand statements at once keeps every token and bound to its own', async () => {
    const { store, select } = temporary;
    const work: Promise<unknown>[] = [];
    for (let at = 0; at < 1_000; at += 1) {
      const row = { project: 'leak', trace_id: `${at}`, touched_at: '2099-01-01 00:00:00.000000' };
      if (at % 20 === 0) work.push(store.insert('touched_traces', [row]));
      else if (at % 20 === 5) work.push(store.insert('touched_traces', [row], `leak/${at}`));
      else if (at % 10 === 7) work.push(store.ping());
      else if (at % 100 === 3) {
        work.push(
          store.insertLines('touched_traces', Buffer.from('{"oops'), `leak/${at}`).catch(() => 0),
        );
        work.push(select('SELECT throwIf(number = 1) FROM numbers(3)').catch(() => 0));
        work.push(select("INSERT INTO silences (project) VALUES ('leak')").catch(() => 0));
      } else work.push(select('SELECT {at:UInt32} AS at', { at }));
    }
    await Promise.all(work);
    const [count] = await select(
      "SELECT toUInt32(count()) AS rows FROM touched_traces WHERE project = 'leak'",
    );
    expect(count).toEqual({ rows: 100 });
    const [session] = await select("SELECT getSetting('insert_deduplication_token') AS token");
    expect(session).toEqual({ token: '' });
    expect(await select("SELECT project FROM silences WHERE project = 'leak'")).toEqual([]);
  }, 60_000);

  it('leaves no bound of a read behind on its connection', async () => {
    const { select } = temporary;
    await select('SELECT 1 AS one');
    const sql =
      "SELECT changed FROM system.settings WHERE name = 'max_execution_time' AND value != '30'";
    expect(await select(sql)).toEqual([]);
    const plain = await select('SELECT 1 AS one');
    expect(plain).toEqual([{ one: 1 }]);
  });

  it.each(["it's \\ {x:String} ; DROP TABLE spans", 'tab\tnewline\nreturn\r', '\u0000é😀', ''])(
    'stores %j as it is',
    async (args) => {
      const { store, select } = temporary;
      await store.insert('spans', [sampleSpan({ project: 'text', span_id: 'x', args })]);
      const sql = 'SELECT args FROM spans WHERE project = {p:String} AND args = {args:String}';
      expect((await select(sql, { p: 'text', args }))[0]).toEqual({ args });
    },
  );

  it('takes spans of more than a hundred months in several inserts and refuses them in one, by name', async () => {
    const { store } = temporary;
    const rows = Array.from({ length: 120 }, (_, month) =>
      sampleSpan({
        project: 'months',
        span_id: String(month),
        started_at: `${2000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01 00:00:00.000`,
      }),
    );
    await expect(store.insert('spans', rows)).rejects.toMatchObject({
      code: 'too_many_partitions',
      retryable: false,
    });
    await store.insert('spans', rows.slice(0, 60));
    await store.insert('spans', rows.slice(60));
    expect(await spanIds('months')).toHaveLength(120);
  });

  it('does nothing for no rows', async () => {
    await temporary.store.insert('spans', []);
  });

  it('refuses a token that could leave its quotes', async () => {
    const insert = temporary.store.insert('spans', [sampleSpan({})], "x' , async_insert=1");
    await expect(insert).rejects.toThrow(/deduplication token/);
  });

  it('takes lines as they are, without what the table fills in, once per token', async () => {
    const { store } = temporary;
    const line = {
      project: 'lines',
      trace_id: 't',
      span_id: 'a',
      started_at: '2026-01-01 00:00:00',
    };
    const texts = ['plain', 'quotes " and \\ and {x:String}', 'Zeichen € 🎉 \n\t'];
    const lines = texts.map((args, at) => JSON.stringify({ ...line, span_id: `${at}`, args }));
    for (let time = 0; time < 2; time += 1) {
      await store.insertLines('spans', Buffer.from(lines.join('\n')), 'lines/1');
    }
    const rows = await temporary.select(
      'SELECT args, result, args_size, input_tokens FROM spans WHERE project = {project:String} ORDER BY span_id',
      { project: 'lines' },
    );
    expect(rows).toEqual(
      texts.map((args) => ({ args, result: '', args_size: 0, input_tokens: null })),
    );
    await store.insertLines('spans', new Uint8Array(), 'lines/2');
  });

  it('of lines that are no rows says bad_data, and stores none of them', async () => {
    const lines = Buffer.from('{"project":"broken","span_id":"a"}\n{"project":"broken", oops');
    await expect(temporary.store.insertLines('spans', lines, 'broken/1')).rejects.toMatchObject({
      code: 'bad_data',
      retryable: false,
    });
    expect(await spanIds('broken')).toEqual([]);
  });

  it('says bad_data for a row that the table does not take', async () => {
    const row = sampleSpan({ project: 'bad', started_at: 'yesterday' });
    await expect(temporary.store.insert('spans', [row])).rejects.toMatchObject({
      code: 'bad_data',
      retryable: false,
    });
  });
});

describe('reading', () => {
  it('cannot write', async () => {
    const sql = "INSERT INTO silences (project) VALUES ('x')";
    await expect(temporary.select(sql)).rejects.toMatchObject({ name: 'StoreError' });
    expect(await temporary.select("SELECT project FROM silences WHERE project = 'x'")).toEqual([]);
  });

  it.each([
    ['at its first row', 'SELECT throwIf(number = 1) FROM numbers(3)'],
    ['behind many rows', 'SELECT throwIf(number = 100000) FROM numbers(200000)'],
    ['for more rows than are allowed', 'SELECT number FROM numbers(1100000)'],
  ])('that fails %s leaves nothing of its answer to the next one', async (_name, failing) => {
    const { select } = temporary;
    const ask = () => select(failing).catch((error: unknown) => error);
    for (const failure of await Promise.all([ask(), ask(), ask()])) {
      expect(failure).toMatchObject({ name: 'StoreError' });
    }
    const next = Array.from({ length: 4 }, () => select('SELECT 7 AS seven'));
    expect(await Promise.all(next)).toEqual(next.map(() => [{ seven: 7 }]));
  });

  it('runs beside a slow read and beside inserts', async () => {
    const { store, select } = temporary;
    const slow = select('SELECT sum(sipHash64(number)) AS s FROM numbers(60000000)');
    const quick = select('SELECT 1 AS one').then(() =>
      store.insert('spans', [sampleSpan({ project: 'beside' })]),
    );
    const first = await Promise.race([slow.then(() => 'slow'), quick.then(() => 'quick')]);
    expect(first).toBe('quick');
    await slow;
  });

  it('says schema_missing for a table that is not there', async () => {
    await expect(temporary.select('SELECT * FROM nowhere')).rejects.toMatchObject({
      code: 'schema_missing',
    });
  });
});

const anything = z.record(z.string(), z.unknown());
const asking = (sql: string) => ({ name: 'asking', sql, params: anything, row: anything });
const ENDLESS = asking('SELECT sum(sipHash64(number)) AS s FROM numbers(1000000000000)');

describe('a question that nobody waits for any more', () => {
  it('leaves the engine, and those in line behind it never reach it', async () => {
    const { store, select } = temporary;
    const leave = new AbortController();
    const asked = Array.from({ length: 5 }, () => store.query(ENDLESS, {}, leave.signal));
    const outcomes = Promise.allSettled(asked);
    setTimeout(() => leave.abort(), 100);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    }
    const running = "SELECT count() AS n FROM system.processes WHERE query LIKE '%1000000000000%'";
    expect(await select(`${running} AND query NOT LIKE '%system.processes%'`)).toEqual([
      { n: '0' },
    ]);
  });

  it('is not even asked once it is aborted, and an abort after the answer changes nothing', async () => {
    const { store } = temporary;
    await expect(store.query(ENDLESS, {}, AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
      retryable: false,
    });
    const leave = new AbortController();
    expect(await store.query(asking('SELECT 1 AS one'), {}, leave.signal)).toEqual([{ one: 1 }]);
    leave.abort();
    expect(await store.query(asking('SELECT 2 AS two'), {})).toEqual([{ two: 2 }]);
  });

  it('ends its connection to a server, which is told to end the question with it', async () => {
    const asked = Promise.withResolvers<string>();
    const closed = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      if (request.url === '/ping') {
        response.end('Ok.\n');
        return;
      }
      request.socket.once('close', () => closed.resolve());
      asked.resolve(request.url ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const store = await openStore({ dataDir: '', url, retentionDays: 1 });
    const leave = new AbortController();
    const outcome = store.query(ENDLESS, {}, leave.signal).catch((error: unknown) => error);
    const { searchParams } = new URL(await asked.promise, url);
    leave.abort();
    expect(await outcome).toMatchObject({ code: 'cancelled' });
    await closed.promise;
    expect(searchParams.get('cancel_http_readonly_queries_on_client_close')).toBe('1');
    expect(searchParams.get('readonly')).toBe('2');
    await store.close();
    server.close();
  });
});

describe('a server', () => {
  it('that does not answer is store_unreachable, and its password is not in the message', async () => {
    const opening = openStore({
      dataDir: '',
      url: 'http://someone:secret@127.0.0.1:9/',
      retentionDays: 1,
    });
    await expect(opening).rejects.toMatchObject({ code: 'store_unreachable', retryable: true });
    await expect(opening).rejects.not.toThrow(/secret/);
  });
});
