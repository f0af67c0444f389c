import type { Loop, Turn } from '@loopscope/api/contract';

import { formatDuration } from '../../format/duration.ts';
import { formatMoney, formatRatio, formatShort } from '../../format/number.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { shortName } from '../../shown/cut-text.ts';

export interface TurnVerdict {
  tone: 'calm' | 'watch' | 'alert';
  sentence: string;
}

/** The turn in one sentence; of several loops the gravest speaks. */
export function sayVerdict(turn: Turn, loops: readonly Loop[], gravest: Loop | null): TurnVerdict {
  const words = TRAJECTORY.verdict;
  if (gravest !== null) {
    const more = loops.length > 1 ? words.andMore(loops.length - 1) : '';
    return { tone: gravest.severity, sentence: gravest.summary + more };
  }
  if (turn.verdict === 'watch') {
    return {
      tone: 'watch',
      sentence: words.watch(turn.max_attempts, shortName(turn.max_attempts_tool)),
    };
  }
  return { tone: 'calm', sentence: turn.calls === 0 ? words.noCalls : words.healthy };
}

/** The turn in numbers: time taken apart, calls, how few are distinct, tokens and money. */
export function sayNumbers(turn: Turn): string[] {
  const time = [turn.duration_ms, turn.tool_ms, turn.model_ms].map(formatDuration);
  return [
    TRAJECTORY.time(time[0] ?? '', time[1] ?? '', time[2] ?? ''),
    TRAJECTORY.counts(turn.model_calls, turn.calls),
    TRAJECTORY.distinct(turn.distinct_signatures, formatRatio(turn.distinct_ratio)),
    ...(turn.distinct_identities === turn.distinct_signatures
      ? []
      : [TRAJECTORY.identities(turn.distinct_identities)]),
    TRAJECTORY.tokens(formatShort(turn.input_tokens), formatShort(turn.output_tokens)),
    turn.cost === null ? TRAJECTORY.noPrice : formatMoney(turn.cost),
  ];
}
