import type { ToolDeclaration } from '@loopscope/signature';
import {
  declarations as standingDeclarations,
  fromInstant,
  storedDeclaration,
  toInstant,
  tracesOfTool,
} from '@loopscope/sql';
import type { StandingDeclaration, TouchedTraceRow } from '@loopscope/sql';

import { mergeDeclared, readDeclaration } from '../declared.ts';
import type { Bench } from './bench.ts';

export interface Declaring {
  tool: string;
  /** Null takes the declaration back: what the configuration says holds again. */
  declaration: ToolDeclaration | null;
  author: string;
  reason: string;
}

export interface Exempting extends Omit<Declaring, 'declaration'> {
  /** Null takes it back. */
  exempt: ToolDeclaration['exempt'] | null;
}

export interface Declared {
  tool: string;
  /** As it holds now; null where the tool is not declared any more. */
  declaration: ToolDeclaration | null;
  /** Traces whose turns are resolved anew because of it. */
  traces: number;
}

export interface DeclaredTool {
  tool: string;
  /** With both laid over each other. */
  declaration: ToolDeclaration;
  /** `both`: people have changed what the configuration says. */
  source: 'file' | 'stored' | 'both';
  /** Of the last change; null where only the configuration declares it. */
  change: { author: string; reason: string; atMs: number; changes: number } | null;
}

const TRACES_PER_PAGE = 5_000;

/** All tools that are declared, by the configuration or by people since. */
export async function listDeclarations(bench: Bench): Promise<DeclaredTool[]> {
  const standing = await standingOf(bench);
  const { declarations } = mergeDeclared(bench.declarations, standing);
  const changes = new Map(standing.map((row) => [row.tool, row]));
  return [...declarations]
    .map(([tool, declaration]) => {
      const change = changes.get(tool);
      const isStored = change !== undefined && change.removed === 0;
      const isInFile = bench.declarations.has(tool);
      const source = isStored && isInFile ? 'both' : isStored ? 'stored' : 'file';
      return {
        tool,
        declaration,
        source,
        change: change === undefined ? null : changeOf(change),
      } as const;
    })
    .toSorted((a, b) => (a.tool < b.tool ? -1 : 1));
}

/** Sets or takes back what people declared of a tool's exemption, and leaves the rest as it stands. */
export async function exempt(bench: Bench, exempting: Exempting): Promise<Declared> {
  const { exempt: exemption, ...change } = exempting;
  const standing = (await standingOf(bench)).find(
    (row) => row.tool === change.tool && row.removed === 0,
  );
  const { exempt: _, ...others } = readDeclaration(standing?.declaration ?? '{}') ?? {};
  const declaration = exemption == null ? others : { ...others, exempt: exemption };
  const isLeft = Object.keys(declaration).length > 0;
  return declare(bench, { ...change, declaration: isLeft ? declaration : null });
}

/** Stores the declaration, then touches every trace in which the tool was called, so that the analyzer resolves it anew. */
export async function declare(bench: Bench, declaring: Declaring): Promise<Declared> {
  const { store, project, now } = bench;
  const { tool, author, reason, declaration } = declaring;
  const standing = (await standingOf(bench)).find((row) => row.tool === tool);
  // Two changes within one millisecond have an order, and a clock that was set back changes none.
  const lastMs = standing === undefined ? 0 : fromInstant(standing.changed_at);
  const changedMs = Math.max(now(), lastMs + 1);
  const isRemoved = declaration === null;
  await store.insert('declarations', [
    {
      project,
      tool,
      declaration: isRemoved ? '{}' : JSON.stringify(storedDeclaration.parse(declaration)),
      removed: isRemoved ? 1 : 0,
      author,
      reason,
      changed_at: toInstant(changedMs),
      version: String(changedMs * 1_000),
    },
  ]);
  const traces = await touchTraces(bench, tool);
  const { declarations } = mergeDeclared(bench.declarations, await standingOf(bench));
  return { tool, declaration: declarations.get(tool) ?? null, traces };
}

async function touchTraces({ store, project }: Bench, tool: string): Promise<number> {
  let after = '';
  for (let touched = 0; ;) {
    const page = await store.query(tracesOfTool, { project, tool, after, limit: TRACES_PER_PAGE });
    const rows = page.map(({ trace_id, at }): TouchedTraceRow => ({
      project,
      trace_id,
      touched_at: at,
    }));
    await store.insert('touched_traces', rows);
    touched += rows.length;
    after = page.at(-1)?.trace_id ?? after;
    if (page.length < TRACES_PER_PAGE) return touched;
  }
}

function standingOf({ store, project }: Bench): Promise<StandingDeclaration[]> {
  return store.query(standingDeclarations, { project });
}

function changeOf({ author, reason, changed_at, changes }: StandingDeclaration) {
  return { author, reason, atMs: fromInstant(changed_at), changes };
}
