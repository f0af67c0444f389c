import { schemaStatements } from './schema.ts';
import type { Store } from './store.ts';

/** Makes every table and view that is not there yet and brings the views to their present text. Idempotent. */
export async function migrate(store: Store): Promise<void> {
  for (const statement of schemaStatements(store.layout)) await store.define(statement);
  // An older version's. At a server older collectors may still need it, and a trace that is told of twice does no harm.
  if (store.kind === 'embedded')
    await store.define('DROP VIEW IF EXISTS touched_traces_from_spans');
}
