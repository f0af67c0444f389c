import { createHash } from 'node:crypto';
import type { ToolDeclaration } from '@loopscope/signature';

const KEY_LENGTH = 32;

/** What a write is about: the same over every retry of it, whoever makes it and in whatever words. */
export interface Intent {
  sessionId: string;
  /** What the user wanted in this turn. */
  intent: string;
  tool: string;
  /** Null where the arguments could not be read, and then there is no key. */
  identity: string | null;
}

/** The key under which a service recognises the second request for one deed; derived here, never by the model. */
export function idempotencyKeyOf({ sessionId, intent, tool, identity }: Intent): string | null {
  if (identity === null) return null;
  const parts = JSON.stringify(['loopscope-idempotency-1', sessionId, intent, tool, identity]);
  return createHash('sha256').update(parts).digest('hex').slice(0, KEY_LENGTH);
}

/** The arguments with the key in the place that the declaration names; as they are where it names none, or where they are no object. */
export function withKey<Args>(
  args: Args,
  key: string | null,
  declaration: ToolDeclaration | undefined,
): Args {
  const place = declaration?.idempotency;
  if (typeof place !== 'object' || key === null) return args;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  return { ...args, [place.argument]: key };
}
