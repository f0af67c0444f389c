import type { GuardDecision } from '@loopscope/api/contract';

import { formatCount } from '../../format/number.ts';
import { GUARD } from '../../text/guard.ts';

const DEEDS: Readonly<Record<string, string>> = GUARD.deeds;

/** What a guard did, in a word. */
export const sayDeed = (decision: string): string =>
  DEEDS[decision] ?? decision.replaceAll('_', ' ');

/** What a guard went by: a ceiling with its count, an order with its reason, else the attempt. */
export function sayWhy(decision: GuardDecision): string {
  const { ceiling, reason, requested_by: by, attempts } = decision;
  if (ceiling !== null && ceiling.value !== null) {
    const name = ceiling.name.replaceAll('_', ' ');
    return GUARD.spent(name, formatCount(ceiling.spent ?? 0), formatCount(ceiling.value));
  }
  if (reason !== '' || by !== '') return GUARD.orderedBy(by, reason);
  return attempts > 0 ? GUARD.attempt(attempts) : '';
}
