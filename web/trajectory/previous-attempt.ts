import type { ToolStep } from '@loopscope/api/contract';

/**
 * By `call_seq`: the call that a call is compared with. That is the last one of the same identity; without one, the
 * last call of the same tool in the same loop (arguments that were varied against one rejection). Null for a first.
 */
export function pairAttempts(calls: readonly ToolStep[]): ReadonlyMap<number, ToolStep | null> {
  const lastOfIdentity = new Map<string, ToolStep>();
  const lastOfLoop = new Map<string, ToolStep>();
  const pairs = new Map<number, ToolStep | null>();
  for (const call of calls) {
    const inLoop = call.loop_id === null ? null : `${call.loop_id} ${call.tool}`;
    const same = call.identity === '' ? undefined : lastOfIdentity.get(call.identity);
    const near = inLoop === null ? undefined : lastOfLoop.get(inLoop);
    pairs.set(call.call_seq, same ?? near ?? null);
    if (call.identity !== '') lastOfIdentity.set(call.identity, call);
    if (inLoop !== null) lastOfLoop.set(inLoop, call);
  }
  return pairs;
}

/** How a result stands to that of the attempt before: nothing to compare with, equal, alike but for details, other. */
export type ResultRelation = 'first' | 'same' | 'alike' | 'other';

export function relateResult(call: ToolStep, before: ToolStep | null): ResultRelation {
  if (before === null) return 'first';
  if (call.error_class !== '' || before.error_class !== '') return relateErrors(call, before);
  const isKnown = call.result_fingerprint !== '' && before.result_fingerprint !== '';
  return isKnown && call.result_fingerprint === before.result_fingerprint ? 'same' : 'other';
}

function relateErrors(call: ToolStep, before: ToolStep): ResultRelation {
  if (call.error_class !== before.error_class) return 'other';
  if (call.error_message === before.error_message) return 'same';
  return call.error_template === before.error_template ? 'alike' : 'other';
}
