import { z } from 'zod';

import { StoreError } from './store/errors.ts';
import type { Query } from './store/query.ts';
import {
  FORM_MARK,
  newSchemaStatements,
  noteForm,
  resolveAnewStatements,
  schemaStatements,
  STORED_FORM,
} from './schema.ts';
import type { Store } from './store/store.ts';

/**
 * Makes every table and view that is not there yet and brings the views to their present text; what a version of another form
 * resolved is resolved anew. Idempotent. Throws a StoreError `schema_newer`, with nothing changed, where a newer version was here.
 */
export async function migrate(store: Store): Promise<void> {
  const { layout } = store;
  const { tables, form } = await readForm(store);
  if (form > STORED_FORM) throw newerForm(form);
  // Of a cluster only one host was asked.
  const isNew = tables === 0 && layout.cluster === null;
  const statements = isNew ? newSchemaStatements : schemaStatements;
  for (const statement of statements(layout)) await store.define(statement);
  // An older version's. At a server older collectors may still need it, and a trace that is told of twice does no harm.
  if (store.kind === 'embedded') {
    await store.define('DROP VIEW IF EXISTS touched_traces_from_spans');
    await store.define(`ALTER TABLE spans MODIFY SETTING ${SPARING}`);
  }
  if (form === STORED_FORM) return;
  if (!isNew) for (const statement of resolveAnewStatements()) await store.define(statement);
  // Last: who is killed before it does all of it again.
  await store.define(noteForm(layout));
}

/** No question asks for statistics of columns; a part of one insert in two files per column costs a hundred buffers. */
const SPARING = "auto_statistics_types = '', min_bytes_for_wide_part = 134217728";

const storedForm: Query<object, { tables: number; form: number }> = {
  name: 'stored_form',
  sql: `SELECT
    toUInt32(count()) AS tables,
    toUInt32(max(toUInt32OrZero(extract(comment, '^${FORM_MARK}([0-9]+)$')))) AS form
FROM system.tables WHERE database = currentDatabase()`,
  params: z.object({}),
  row: z.object({ tables: z.number(), form: z.number() }),
};

/** What an older version left has form 0. */
async function readForm(store: Store): Promise<{ tables: number; form: number }> {
  const [found] = await store.query(storedForm, {});
  return found ?? { tables: 0, form: 0 };
}

function newerForm(form: number): StoreError {
  return new StoreError(
    { code: 'schema_newer', retryable: false },
    `A newer version of Loopscope has worked on this data: it is of form ${form}, and this version knows those up to ${STORED_FORM}. Start the newer version, or bring back the copy from before the upgrade. Nothing was changed.`,
  );
}
