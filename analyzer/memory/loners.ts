import type { NarrowSpanRow } from '@loopscope/sql';

import type { Bundle } from '../bundle.ts';

/**
 * Long traces that nothing was tied to when that was last asked. As long as none of their own spans could tie them to another one they
 * are not asked about again: a trace that comes to be tied to one of them is touched itself.
 */
export interface Loners {
  ownerOf(traceId: string): string | undefined;
  /** What the bundle's spans tell; answers whether it is still right to take it for all that is tied together. */
  note(bundle: Bundle, spans: readonly NarrowSpanRow[], isWorthIt: boolean): boolean;
}

const MAX_LONERS = 1_000;

export function createLoners(): Loners {
  const owners = new Map<string, string>();
  return {
    ownerOf: (traceId) => owners.get(traceId),
    note({ traceIds, owner, isAlone = false }, spans, isWorthIt) {
      const [traceId = ''] = traceIds;
      const wasAlone = owners.delete(traceId);
      const staysAlone = isAlone && spans.every((span) => !canTie(span, owner));
      if (staysAlone && isWorthIt) owners.set(traceId, owner);
      for (const oldest of owners.keys()) {
        if (owners.size <= MAX_LONERS) break;
        owners.delete(oldest);
      }
      return staysAlone || !wasAlone;
    },
  };
}

/** Names another session, or may be one of two reports of the same call. */
function canTie(span: NarrowSpanRow, owner: string): boolean {
  if (span.session_id !== '') return span.session_id !== owner;
  if (span.kind === 'tool') return span.layer === 'protocol';
  return (
    span.kind === 'model' &&
    (span.parent_span_id === '' || span.marks.includes('from_log')) &&
    span.messages.includes('"history":{')
  );
}
