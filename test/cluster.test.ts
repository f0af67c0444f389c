import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openStore, TABLE_ROWS, type Store } from '@loopscope/sql';
import { eraseStatements, resolveAnewStatements, schemaStatements } from '@loopscope/sql/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
  expectSame,
  fill,
  paramsOf,
  QUESTIONS,
  startFront,
  type Front,
} from './store-questions.ts';

const CLUSTER = 'loops';
const layout = { retentionDays: 3650, cluster: CLUSTER };
const statements = schemaStatements(layout);
/** The engine in a process has no queue for DDL of a whole cluster: each statement is run on the one shard there is. */
const onOneShard = (statement: string): string =>
  statement.replace(` ON CLUSTER \`${CLUSTER}\``, '');

const folder = mkdtempSync(join(tmpdir(), 'loopscope-cluster-'));
const fronts: Front[] = [];
const stores: Store[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  for (const front of fronts) await front.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** One shard, which the engine reaches without a network, and a Keeper inside of the process. */
const CONFIG = `<clickhouse>
  <tcp_port>9000</tcp_port>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <remote_servers><${CLUSTER}><shard>
    <internal_replication>true</internal_replication>
    <replica><host>127.0.0.1</host><port>9000</port></replica>
  </shard></${CLUSTER}></remote_servers>
  <macros><shard>01</shard><replica>one</replica></macros>
</clickhouse>`;

async function open(name: string, config?: string): Promise<Store> {
  const front = await startFront(join(folder, name), config);
  fronts.push(front);
  const store = await openStore({ dataDir: '', url: front.url, retentionDays: 3650, readers: 2 });
  stores.push(store);
  return store;
}

const anything = z.record(z.string(), z.unknown());
const select = (store: Store, sql: string): Promise<Record<string, unknown>[]> =>
  store.query({ name: 'select', sql, params: anything, row: anything }, {});

describe('the schema of a cluster', () => {
  let store: Store;
  beforeAll(async () => {
    const config = join(folder, 'config.xml');
    writeFileSync(config, CONFIG);
    store = await open('replicated', config);
  });

  it("every statement is read by the engine's own parser, as it is sent", async () => {
    for (const statement of statements) {
      expect(statement).toContain(` ON CLUSTER \`${CLUSTER}\``);
      await store.define(`EXPLAIN AST ${statement}`);
    }
  });

  it('so is every statement that takes a session away, with its values', async () => {
    const ids = ['a', "b'"];
    const lists = { traces: ids, shared: ids, turns: ids, spans: ids, alerts: ids };
    const params = { project: 'p', session_id: "o'ne", before_ms: 1, ...lists };
    for (const statement of eraseStatements(layout)) {
      expect(statement).toContain(` ON CLUSTER \`${CLUSTER}\``);
      await store.erase({ name: 'explain', sql: `EXPLAIN AST ${statement}`, params });
    }
  });

  it('every statement is carried out, twice over: replicated tables, tables over them, views', async () => {
    for (let time = 0; time < 2; time += 1) {
      for (const statement of statements) {
        // A replica that has no queue stays read-only: it can be made, not altered.
        if (!/^ALTER TABLE \w+_local/.test(statement)) await store.define(onOneShard(statement));
      }
    }
    const made = await select(
      store,
      'SELECT name, engine FROM system.tables WHERE database = currentDatabase()',
    );
    const engines = new Map(made.map(({ name, engine }) => [name, String(engine)]));
    for (const table of Object.keys(TABLE_ROWS)) {
      expect([table, engines.get(table)]).toEqual([table, 'Distributed']);
      expect(engines.get(`${table}_local`)).toMatch(/^Replicated\w*MergeTree$/);
    }
  });

  it('an upgrade fills what is derived from the spans of all shards, and deals it by its trace', async () => {
    for (const statement of resolveAnewStatements()) {
      expect(statement).not.toContain('_local');
      await store.define(statement);
    }
  });

  it('every question is understood there', async () => {
    for (const { query } of QUESTIONS) await store.query(query, paramsOf(query));
  });
});

/** What a Distributed table does, without a network: reads go to all shards, rows to that of their key. */
describe('two shards', () => {
  const SHARDS = ['shard_0', 'shard_1'];
  let sharded: Store;
  let whole: Store;
  beforeAll(async () => {
    sharded = await open('sharded');
    whole = await open('whole');
    for (const statement of schemaStatements({ retentionDays: 3650, cluster: null })) {
      await whole.define(statement);
    }
    await defineShards();
    await fill(whole);
    await deal();
  });

  /** Plain tables in a database each, and under the plain name all of them together. */
  async function defineShards(): Promise<void> {
    for (const shard of SHARDS) await sharded.define(`CREATE DATABASE ${shard}`);
    for (const statement of schemaStatements({ retentionDays: 3650, cluster: null })) {
      const [, kind = '', name = ''] =
        /^CREATE (.*)(?:TABLE|VIEW)(?: IF NOT EXISTS)? (\w+)/m.exec(statement) ?? [];
      if (kind === 'OR REPLACE ') await sharded.define(statement);
      if (name === '' || kind === 'OR REPLACE ') continue;
      for (const shard of SHARDS) {
        const within = (_text: string, before: string, table: string) =>
          `${before} ${shard}.${table}`;
        await sharded.define(statement.replaceAll(/\b(EXISTS|TO|FROM) (\w+)/g, within));
      }
      if (kind !== '') continue;
      const all = `ENGINE = Merge(REGEXP('^shard_\\\\d$'), '^${name}$')`;
      await sharded.define(`CREATE TABLE ${name} AS shard_0.${name} ${all}`);
    }
  }

  /** Every row to the shard that the cluster's own keys say. */
  async function deal(): Promise<void> {
    const keys = new Map(
      statements.flatMap((statement) => {
        const [, table, key] =
          /AS (\w+)_local\nENGINE = Distributed\(.*, (cityHash64\(\w+\))\)/.exec(statement) ?? [];
        return table === undefined || key === undefined ? [] : [[table, key] as const];
      }),
    );
    for (const [table, key] of keys) {
      const shape = TABLE_ROWS[table as keyof typeof TABLE_ROWS]?.shape;
      // What fills itself from spans does so on their shard.
      if (shape === undefined) continue;
      for (const [index, shard] of SHARDS.entries()) {
        const columns = Object.keys(shape).join(', ');
        const rows = await select(
          whole,
          `SELECT ${columns} FROM ${table} WHERE ${key} % 3 % 2 = ${index}`,
        );
        if (rows.length === 0) continue;
        const text = rows.map((row) => JSON.stringify(row)).join('\n');
        await sharded.define(
          `INSERT INTO ${shard}.${table} SETTINGS async_insert = 0 FORMAT JSONEachRow ${text}`,
        );
      }
    }
  }

  it('the rows of a trace stand together, and both shards have some', async () => {
    const sizes = await Promise.all(
      SHARDS.map(
        async (shard) =>
          (await select(sharded, `SELECT DISTINCT trace_id FROM ${shard}.spans`)).length,
      ),
    );
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3);
  });

  it.each(QUESTIONS)('$name answers as it does from one', async ({ name, query }) => {
    const params = paramsOf(query);
    const [there, here] = await Promise.all([
      sharded.query(query, params),
      whole.query(query, params),
    ]);
    expectSame(name, [there, here]);
  });
});
