import { GUARD_NOTE, type OutcomeEvidence } from '@loopscope/signature';
import { textOf } from './plain.ts';

/** What tells the kind of a fault beside its name, where HTTP clients and Node leave it. */
const CODES = ['code', 'status', 'statusCode'];
/** Names that say nothing about the fault. */
const BARE_NAMES: ReadonlySet<string> = new Set(['Error', 'Object', 'TypeError', 'AggregateError']);
const MAX_MESSAGE = 4_000;
const MAX_CAUSES = 4;

/** What a thrown value says about the fault: an error of any realm, a string, an object, nothing. Never throws. */
export function thrownEvidence(thrown: unknown): OutcomeEvidence {
  try {
    if (typeof thrown !== 'object' || thrown === null) {
      return { status: 'error', exceptionMessage: (textOf(thrown) ?? '').slice(0, MAX_MESSAGE) };
    }
    const code = codeOf(thrown);
    const name = member(thrown, 'name');
    const message = member(thrown, 'message');
    const said = typeof message === 'string' && message !== '' ? message : (textOf(thrown) ?? '');
    // An error that is thrown again may carry the note of the time before.
    const [own = ''] = said.split(GUARD_NOTE);
    return {
      status: 'error',
      exceptionMessage: own.slice(0, MAX_MESSAGE),
      ...(typeof name === 'string' && name !== '' ? { exceptionType: name } : {}),
      ...(code === null ? {} : { errorType: code }),
    };
  } catch {
    return { status: 'error', exceptionMessage: '' };
  }
}

/** The code of an error or of what caused it: `fetch failed` says nothing, its cause `ECONNRESET` does. */
function codeOf(thrown: object): string | null {
  let fault: unknown = thrown;
  for (
    let level = 0;
    level < MAX_CAUSES && typeof fault === 'object' && fault !== null;
    level += 1
  ) {
    for (const name of CODES) {
      const code = member(fault, name);
      if (typeof code === 'number' || (typeof code === 'string' && code !== ''))
        return String(code);
    }
    const type = member(fault, 'name');
    if (level > 0 && typeof type === 'string' && !BARE_NAMES.has(type)) return type;
    fault = member(fault, 'cause');
  }
  return null;
}

function member(value: object, name: string): unknown {
  return Reflect.get(value, name) as unknown;
}
