import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openStore } from './open-store.ts';
import { sampleSpan } from './sample-rows.ts';
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

  it('never lets a token of one insert reach another', async () => {
    const { store, select } = temporary;
    const inserts: Promise<void>[] = [];
    for (let index = 0; index < 40; index += 1) {
      const span_id = index.toString(16).padStart(16, '0');
      const row = sampleSpan({ project: 'leak', span_id });
      inserts.push(store.insert('spans', [row], index % 2 === 0 ? `leak/${index}` : undefined));
      inserts.push(store.ping().then(() => undefined));
    }
    await Promise.all(inserts);
    expect(await spanIds('leak')).toHaveLength(40);
    const [session] = await select("SELECT getSetting('insert_deduplication_token') AS token");
    expect(session).toEqual({ token: '' });
  });

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
