import { spanMessages } from '@loopscope/sql';
import type { AskedCall, FedBackResult, SpanMessages } from '@loopscope/sql';

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
    asked: withNew(a.asked, b.asked, isSameCall),
    fed_back: withNew(a.fed_back, b.fed_back, isSameResult),
    users: a.users ?? b.users,
    assistants: a.assistants ?? b.assistants,
    last_user: a.last_user || b.last_user,
  };
}

/** Each of the known ones stands for one of the others. */
function withNew<Part>(
  known: readonly Part[],
  more: readonly Part[],
  isSame: (a: Part, b: Part) => boolean,
): Part[] {
  const open = [...known];
  const news = more.filter((part) => {
    const at = open.findIndex((each) => isSame(each, part));
    if (at !== -1) open.splice(at, 1);
    return at === -1;
  });
  return [...known, ...news];
}

const isSameCall = (a: AskedCall, b: AskedCall): boolean =>
  a.id === b.id && (a.id !== '' || (a.tool === b.tool && a.signature === b.signature));

const isSameResult = (a: FedBackResult, b: FedBackResult): boolean =>
  a.id === b.id && (a.id !== '' || a.result_fingerprint === b.result_fingerprint);
