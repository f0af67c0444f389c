import type { Declarations, ToolDeclaration } from '@loopscope/signature';
import {
  declarations as standingDeclarations,
  fromInstant,
  storedDeclaration,
} from '@loopscope/sql';
import type { StandingDeclaration } from '@loopscope/sql';

import type { Home } from './load.ts';

/** How tools are declared now: by the configuration, with what people declared since laid over it. */
export interface Declared {
  declarations: Declarations;
  /** Tools that people declared, or took a declaration back of, and when (ms since the epoch): their calls are signed anew. */
  changedMs: ReadonlyMap<string, number>;
}

/** Reads what people declared, and lays it over the configuration's own. */
export async function loadDeclared(
  { store, project }: Home,
  configured: Declarations,
): Promise<Declared> {
  return mergeDeclared(configured, await store.query(standingDeclarations, { project }));
}

export function mergeDeclared(
  configured: Declarations,
  standing: readonly StandingDeclaration[],
): Declared {
  const declarations = new Map(configured);
  const changedMs = new Map<string, number>();
  for (const row of standing) {
    changedMs.set(row.tool, fromInstant(row.changed_at));
    const own = row.removed === 1 ? null : readDeclaration(row.declaration);
    if (own !== null) declarations.set(row.tool, { ...configured.get(row.tool), ...own });
  }
  return { declarations, changedMs };
}

/** Null for text that is no declaration. */
export function readDeclaration(text: string): ToolDeclaration | null {
  try {
    return storedDeclaration.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
