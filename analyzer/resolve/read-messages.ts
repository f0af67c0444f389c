import { spanMessages } from '@loopscope/sql';
import type { SpanMessages } from '@loopscope/sql';

/** Text of a `messages` column; null where it is empty or not in our form. */
export function readMessages(text: string): SpanMessages | null {
  if (text === '') return null;
  try {
    return spanMessages.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
