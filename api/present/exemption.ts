import type { DeclaredTool } from '@loopscope/analyzer';

import type { Exemption } from '../contract/index.ts';

/** A declared tool's exemption, if it has one; it counts until the end of its last day. */
export function presentExemption(
  { tool, declaration, source }: DeclaredTool,
  nowMs: number,
): Exemption[] {
  const { exempt } = declaration;
  if (exempt === undefined) return [];
  const isOver = exempt.expires < new Date(nowMs).toISOString().slice(0, 10);
  return [{ tool, ...exempt, state: isOver ? 'expired' : 'active', source }];
}
