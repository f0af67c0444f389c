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

/** What two pieces of one model call say together, each call and result once. */
export function joinMessages(a: SpanMessages | null, b: SpanMessages | null): SpanMessages | null {
  if (a === null || b === null) return a ?? b;
  return {
    ...b,
    ...a,
    asked: withNew(a.asked, b.asked),
    fed_back: withNew(a.fed_back, b.fed_back),
    users: a.users ?? b.users,
    assistants: a.assistants ?? b.assistants,
    last_user: a.last_user || b.last_user,
  };
}

function withNew<Part extends { id: string }>(known: Part[], more: readonly Part[]): Part[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...more.filter(({ id }) => id === '' || !ids.has(id))];
}
