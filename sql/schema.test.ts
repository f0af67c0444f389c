import { readdirSync, readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { migrate } from './migrate.ts';
import { touchedTraceRow } from './rows/rows.ts';
import { sampleSpan, sampleTurn } from './testing/sample-rows.ts';
import { noteForm, renderEngine, schemaStatements } from './schema.ts';
import type { Layout } from './store/store.ts';
import { TABLE_ROWS } from './rows/table-rows.ts';
import { openTemporaryStore, type TemporaryStore } from './store/temporary-store.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The ClickHouse types that can hold what the row's schema lets through. */
function columnType(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) {
    const [first, second] = schema.anyOf;
    if (second?.type === 'null') return `Nullable\\(${columnType(first!)}\\)`;
    return 'UInt8';
  }
  if (Array.isArray(schema.type)) {
    const type = schema.type.find((one) => one !== 'null') ?? 'null';
    return `Nullable\\(${columnType({ ...schema, type })}\\)`;
  }
  if (schema.type === 'array') return `Array\\(${columnType(schema.items as JsonSchema)}\\)`;
  if (schema.type === 'object') {
    const inner = Object.entries(schema.properties ?? {});
    return `Tuple\\(${inner.map(([name, of]) => `${name} ${columnType(of as JsonSchema)}`).join(', ')}\\)`;
  }
  if (schema.type === 'integer') return 'U?Int(8|16|32|64)';
  if (schema.type === 'number') return 'Float64';
  if (schema.pattern?.startsWith('^-?')) return 'U?Int64';
  if (schema.pattern?.includes('{6}')) return "DateTime64\\(6, 'UTC'\\)";
  if (schema.pattern !== undefined) return "DateTime64\\(3, 'UTC'\\)";
  return '(LowCardinality\\(String\\)|String)';
}

describe('a row type', () => {
  it.each(Object.entries({ ...TABLE_ROWS, touched_traces: touchedTraceRow }))(
    'has the columns of %s, each with a type that holds it',
    async (table, row) => {
      // What the store adds of its own is MATERIALIZED.
      const columns = await temporary.select(
        `SELECT name, type FROM system.columns
         WHERE database = currentDatabase() AND table = {table:String} AND default_kind != 'MATERIALIZED'`,
        { table },
      );
      const actual = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
      const { properties = {} } = z.toJSONSchema(row) as JsonSchema;
      expect(Object.keys(actual).toSorted()).toEqual(Object.keys(properties).toSorted());
      for (const [name, property] of Object.entries(properties)) {
        const wanted = new RegExp(`^${columnType(property as JsonSchema)}$`);
        expect(actual[name], `${table}.${name}`).toMatch(wanted);
      }
    },
  );
});

describe('the present state', () => {
  it('is made of every file of tables/ and views/', () => {
    const text = schemaStatements({ retentionDays: 30, cluster: null }).join('\n');
    for (const folder of ['tables', 'views']) {
      for (const file of readdirSync(new URL(`./${folder}/`, import.meta.url))) {
        const [, name] =
          /@(?:define|view)\((\w+)\)/.exec(
            readFileSync(new URL(`./${folder}/${file}`, import.meta.url), 'utf8'),
          ) ?? [];
        expect(`${name}.sql`).toBe(file);
        expect(text).toMatch(new RegExp(`(EXISTS|VIEW) ${name}\\b`));
      }
    }
  });

  it('may be made again over itself, and what was made at once is no other', async () => {
    const tables = (): Promise<unknown[]> =>
      temporary.select(
        'SELECT name, create_table_query FROM system.tables WHERE database = currentDatabase() ORDER BY name',
      );
    const atOnce = await tables();
    expect(atOnce.length).toBeGreaterThan(30);
    await migrate(temporary.store);
    expect(await tables()).toEqual(atOnce);
  });

  it('gives tables of an older version the columns and indexes that they lack, in their places', async () => {
    const shape = () =>
      temporary.select(
        `SELECT create_table_query AS sql FROM system.tables
         WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`,
      );
    const present = await shape();
    await temporary.store.insert('turn_verdicts', [sampleTurn({ project: 'older' })]);
    for (const part of ['INDEX by_signature', 'COLUMN signatures', 'COLUMN max_attempts']) {
      await temporary.store.define(`ALTER TABLE turn_verdicts DROP ${part}`);
    }
    expect(await shape()).not.toEqual(present);
    await migrate(temporary.store);
    expect(await shape()).toEqual(present);
    const rows = "SELECT max_attempts, signatures FROM turn_verdicts WHERE project = 'older'";
    expect(await temporary.select(rows)).toEqual([{ max_attempts: 0, signatures: [] }]);
  });

  it('of another form has every trace resolved anew, once, with what is younger than its spans', async () => {
    const { store, select } = temporary;
    await store.insert('spans', [sampleSpan({ project: 'form', session_id: 's', trace_id: 't' })]);
    await store.define("ALTER TABLE spans MODIFY COMMENT ''");
    await store.define('ALTER TABLE session_traces DELETE WHERE 1 SETTINGS mutations_sync = 2');
    const counted = () =>
      select(
        `SELECT (SELECT toUInt8(count()) FROM touched_traces WHERE project = 'form') AS touches,
           (SELECT toUInt8(count()) FROM session_traces WHERE project = 'form') AS sessions`,
      );
    expect(await counted()).toEqual([{ touches: 1, sessions: 0 }]);
    await migrate(store);
    expect(await counted()).toEqual([{ touches: 2, sessions: 1 }]);
    await migrate(store);
    expect(await counted()).toEqual([{ touches: 2, sessions: 1 }]);
  });

  it('that a newer version left is refused and not touched', async () => {
    const { store, select } = temporary;
    await store.define("ALTER TABLE spans MODIFY COMMENT 'loopscope form 9'");
    await store.define('DROP VIEW turn_stats');
    const tables = () => select('SELECT name, comment FROM system.tables ORDER BY name');
    const before = await tables();
    await expect(migrate(store)).rejects.toThrow(
      /^A newer version of Loopscope has worked on this data: it is of form 9, .* Nothing was changed\.$/,
    );
    expect(await tables()).toEqual(before);
    await store.define(noteForm(store.layout));
    await migrate(store);
  });

  it('takes the work list of an older version over: the time is a default, and no view fills it any more', async () => {
    const { store, select } = temporary;
    await store.define('ALTER TABLE touched_traces MODIFY COLUMN touched_at REMOVE DEFAULT');
    await store.define(
      `CREATE MATERIALIZED VIEW touched_traces_from_spans TO touched_traces
       AS SELECT DISTINCT project, trace_id, now64(6, 'UTC') AS touched_at FROM spans`,
    );
    await migrate(store);
    await store.insert('spans', [sampleSpan({ project: 'older' })]);
    const touches =
      "SELECT touched_at > now() - 60 AS is_now FROM touched_traces WHERE project = 'older'";
    expect(await select(touches)).toEqual([{ is_now: 1 }]);
  });

  it('follows a change of retention on tables that are there', async () => {
    for (const retentionDays of [7, 3650]) {
      for (const statement of schemaStatements({ retentionDays, cluster: null })) {
        await temporary.store.define(statement);
      }
      const [spans] = await temporary.select(
        "SELECT create_table_query AS sql FROM system.tables WHERE name = 'spans'",
      );
      expect(spans?.['sql']).toContain(`toIntervalDay(${retentionDays})`);
    }
  });

  it('keeps rows of a retention that no date could hold', async () => {
    const retentionDays = 100_000;
    for (const statement of schemaStatements({ retentionDays, cluster: null })) {
      await temporary.store.define(statement);
    }
    await temporary.store.insert('spans', [sampleSpan({ project: 'kept' })]);
    await temporary.store.define('OPTIMIZE TABLE spans FINAL');
    expect(await temporary.select("SELECT span_id FROM spans WHERE project = 'kept'")).toHaveLength(
      1,
    );
  });

  it('fsyncs inserts and remembers tokens in every table that takes rows', async () => {
    const tables = await temporary.select(
      "SELECT name, create_table_query AS sql FROM system.tables WHERE engine LIKE '%MergeTree' AND database = currentDatabase()",
    );
    expect(tables.length).toBeGreaterThanOrEqual(Object.keys(TABLE_ROWS).length);
    for (const { name, sql } of tables) {
      expect(sql, String(name)).toContain('fsync_after_insert = 1');
      expect(sql, String(name)).toContain('non_replicated_deduplication_window = 10000');
    }
  });

  it('a small table is not written anew by every insert', async () => {
    const { store, select } = temporary;
    const [rows, inserts] = [20_000, 24];
    const parts = async (): Promise<{ standing: number; written: number }> => {
      const [{ standing, written } = {}] = await select(
        `SELECT toUInt32(countIf(active = 1)) AS standing, toUInt32(sumIf(rows, level > 1)) AS written
         FROM system.parts WHERE database = currentDatabase() AND table = 'resolved_traces'`,
      );
      return { standing: Number(standing), written: Number(written) };
    };
    for (let nth = 0; nth <= inserts; nth += 1) {
      await store.define(
        `INSERT INTO resolved_traces (project, trace_id, touched_at)
         SELECT 'trickle', toString(rand64()), now64(6, 'UTC') FROM numbers(${nth === 0 ? rows : 1})`,
      );
      // Five are merged: whatever is to be merged has been by then.
      await expect.poll(async () => (await parts()).standing, { timeout: 30_000 }).toBeLessThan(6);
    }
    expect((await parts()).written).toBeLessThan((inserts / 2) * rows);
  });
});

describe('on a cluster', () => {
  const layout: Layout = { retentionDays: 30, cluster: "o'ne" };
  const statements = schemaStatements(layout);

  it('every engine is replicated by shard and replica', () => {
    expect(renderEngine('ReplacingMergeTree', 'version, deleted', layout)).toBe(
      "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version, deleted)",
    );
    expect(renderEngine('MergeTree', '', layout)).toBe(
      "ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')",
    );
    expect(renderEngine('MergeTree', '', { retentionDays: 30, cluster: null })).toBe('MergeTree()');
  });

  it('every object is made on all of it', () => {
    for (const statement of statements) expect(statement).toContain("ON CLUSTER `o'ne`");
  });

  it('no mark is left in the text', () => {
    for (const statement of statements) expect(statement).not.toMatch(/@\w+/);
  });

  it('everything of a trace stands on one shard, and is read and written under the plain name', () => {
    const distributed = statements.filter((statement) => statement.includes('Distributed('));
    for (const table of [
      'spans',
      'touched_traces',
      'session_traces',
      'protocol_calls',
      'histories',
      'tool_calls',
    ]) {
      const own = distributed.find((statement) => statement.includes(` ${table} ON CLUSTER`));
      expect(own).toContain(
        `Distributed('o\\'ne', currentDatabase(), ${table}_local, cityHash64(trace_id))`,
      );
    }
    expect(distributed).toHaveLength(Object.keys(TABLE_ROWS).length + 3);
  });

  it('what fills itself stays on its shard', () => {
    const view = statements.find((statement) => statement.includes('MATERIALIZED VIEW IF'));
    expect(view).toContain('TO session_traces_local');
    expect(view).toContain('FROM spans_local');
  });
});
