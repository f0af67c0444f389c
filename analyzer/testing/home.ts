import { migrate, openStore, pendingTraces, TABLE_ROWS } from '@loopscope/sql';
import type { LoopRow, Query, SpanRow, Store, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AnalyzerOptions } from '../options.ts';
import { startAnalyzer } from '../start-analyzer.ts';
import { EPOCH_MS } from './spans.ts';

/** An embedded store of its own, and what a test asks of it. */
export interface TestHome extends AsyncDisposable {
  store: Store;
  /** Inserts spans as if they had arrived so many hours after the first. */
  arrive(project: string, spans: readonly SpanRow[], hours?: number): Promise<void>;
  /** Resolves what is pending by an analyzer that starts afresh; answers how many traces. */
  analyze(project: string, own?: Partial<AnalyzerOptions>): Promise<number>;
  /** What stands for the project, without versions and the project's name. */
  rows(project: string): Promise<{
    toolCalls: ToolCallRow[];
    turnVerdicts: TurnVerdictRow[];
    loops: LoopRow[];
  }>;
}

export async function openTestHome(): Promise<TestHome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-analyzer-'));
  const store = await openStore({ dataDir, retentionDays: 3_650, readers: 2 });
  await migrate(store);

  async function standing<Row extends object>(
    table: string,
    row: Query<unknown, Row>['row'],
    project: string,
  ): Promise<Row[]> {
    const sql = `SELECT * FROM ${table} FINAL WHERE project = {project:String} ORDER BY ALL`;
    const query = { name: table, sql, params: pendingTraces.params, row };
    const rows = await store.query(query, { project, since: '2000-01-01 00:00:00', limit: 1 });
    return rows.map((each) => Object.assign(each, { version: '', project: '' }));
  }

  return {
    store,
    async arrive(project, spans, hours = 0) {
      const ingested_at = instant(EPOCH_MS + hours * 3_600_000);
      await store.insert(
        'spans',
        spans.map((span) => ({ ...span, project, ingested_at })),
      );
    },
    async analyze(project, own = {}) {
      const analyzer = startAnalyzer({
        store,
        project,
        declarations: new Map(),
        prices: new Map(),
        intervalMs: 60_000,
        now: Date.now,
        log: () => {},
        ...own,
      });
      try {
        return await analyzer.drain();
      } finally {
        await analyzer.close();
      }
    },
    async rows(project) {
      return {
        toolCalls: await standing('tool_calls', TABLE_ROWS.tool_calls, project),
        turnVerdicts: await standing('turn_verdicts', TABLE_ROWS.turn_verdicts, project),
        loops: await standing('loops', TABLE_ROWS.loops, project),
      };
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
}
