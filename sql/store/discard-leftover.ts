import type { ClickHouseClient } from '@clickhouse/client';

/**
 * What a question had answered when it failed stands before the next answer on its connection of the embedded engine: this
 * takes it away, so that nobody gets it.
 */
export async function discardLeftover(reader: ClickHouseClient): Promise<void> {
  try {
    const answer = await reader.query({ query: 'SELECT 1', format: 'JSONEachRow' });
    await answer.text();
  } catch {
    // The connection is gone, and the leftover with it.
  }
}
