import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { ListedTool } from './read-tools.ts';

/** How the tools were when somebody last looked; committed, so that a review shows what drifts. */
export const lockFile = z.strictObject({
  version: z.literal(1),
  tools: z.record(
    z.string(),
    z.strictObject({
      parameters: z.record(z.string(), z.string()),
      identity: z.array(z.string()).nullable(),
      /** 16 hex characters; a changed description changes how a model calls the tool. */
      description: z.string(),
    }),
  ),
});
export type LockFile = z.infer<typeof lockFile>;
export type LockedTool = LockFile['tools'][string];

/** `identity`: as declared now; null where it is not. */
export function lockTool(tool: ListedTool, identity: readonly string[] | null): LockedTool {
  return {
    parameters: Object.fromEntries([...tool.parameters].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    identity: identity === null ? null : [...identity],
    description: createHash('sha256').update(tool.description).digest('hex').slice(0, 16),
  };
}

/** Text of the file: sorted, so that it changes only where a tool does. */
export function toLockText(tools: ReadonlyMap<string, LockedTool>): string {
  const sorted = [...tools].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lock: LockFile = { version: 1, tools: Object.fromEntries(sorted) };
  return `${JSON.stringify(lock, null, 2)}\n`;
}
