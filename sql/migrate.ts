import { z } from 'zod';

import type { Query } from './store/query.ts';
import { newSchemaStatements, schemaStatements } from './schema.ts';
import type { Store } from './store/store.ts';

/** Makes every table and view that is not there yet and brings the views to their present text. Idempotent. */
export async function migrate(store: Store): Promise<void> {
  const statements = (await isEmpty(store)) ? newSchemaStatements : schemaStatements;
  for (const statement of statements(store.layout)) await store.define(statement);
  // An older version's. At a server older collectors may still need it, and a trace that is told of twice does no harm.
  if (store.kind === 'embedded') {
    await store.define('DROP VIEW IF EXISTS touched_traces_from_spans');
    await store.define(`ALTER TABLE spans MODIFY SETTING ${SPARING}`);
  }
}

/** No question asks for statistics of columns; a part of one insert in two files per column costs a hundred buffers. */
const SPARING = "auto_statistics_types = '', min_bytes_for_wide_part = 134217728";

const tableCount: Query<object, { tables: number }> = {
  name: 'table_count',
  sql: 'SELECT toUInt32(count()) AS tables FROM system.tables WHERE database = currentDatabase()',
  params: z.object({}),
  row: z.object({ tables: z.number() }),
};

/** Nothing of an older version can be there. Of a cluster only one host was asked. */
async function isEmpty(store: Store): Promise<boolean> {
  if (store.layout.cluster !== null) return false;
  const [counted] = await store.query(tableCount, {});
  return counted?.tables === 0;
}
