import type { GuardSummary } from '@loopscope/api/contract';

import { formatCount } from '../../format/number.ts';
import { GUARD } from '../../text/guard.ts';

export interface GuardVerdict {
  tone: 'calm' | 'watch' | 'alert';
  sentences: string[];
}

/** The page's first line: what guards did; a healthy turn that was stopped is graver than a loop that was missed. */
export function sayGuard(summary: GuardSummary): GuardVerdict {
  const words = GUARD.verdict;
  if (summary.guarded_turns === 0) return { tone: 'calm', sentences: [words.none] };
  const guarded = words.guarded(formatCount(summary.guarded_turns), formatCount(summary.turns));
  const did =
    summary.enforced_stops > 0
      ? words.stopped(formatCount(summary.enforced_stops))
      : summary.observed_stops > 0
        ? words.observed(formatCount(summary.observed_stops))
        : words.nothing;
  const sentences = [guarded + did];
  if (summary.healthy_turns_stopped > 0)
    sentences.push(words.healthy(summary.healthy_turns_stopped));
  if (summary.loops_missed > 0) sentences.push(words.missed(summary.loops_missed));
  if (summary.healthy_turns_stopped > 0) return { tone: 'alert', sentences };
  return { tone: summary.loops_missed > 0 ? 'watch' : 'calm', sentences };
}
