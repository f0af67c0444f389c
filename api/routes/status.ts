import { status } from '@loopscope/sql';

import { status as answer } from '../contract/index.ts';
import { toIso } from '../instant.ts';
import type { ApiOptions } from '../options.ts';
import { onlyRow, type App, type RouteContext } from '../route.ts';

/** What runs here and where to send spans. */
export function statusRoute(
  app: App,
  { store, project }: RouteContext,
  { version, addresses, ingestion }: Pick<ApiOptions, 'version' | 'addresses' | 'ingestion'>,
): void {
  app.get(
    '/api/v1/status',
    { schema: { summary: 'What runs here and where to send spans', response: { 200: answer } } },
    async () => {
      const row = onlyRow(await store.query(status, { project }));
      return {
        version,
        ...addresses(),
        spans: row.spans,
        agent_spans: row.agent_spans,
        last_span_at: row.last_span_at === null ? null : toIso(row.last_span_at),
        ingestion: ingestion(),
      };
    },
  );
}
