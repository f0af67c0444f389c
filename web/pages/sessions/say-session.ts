import type { Session } from '@loopscope/api/contract';

import { WORTH_A_LOOK } from '../../charts/prepare-attempts-series.ts';
import { formatDuration } from '../../format/duration.ts';
import { formatMoney, formatShort } from '../../format/number.ts';
import { kindWord } from '../../text/loops.ts';
import { SESSIONS } from '../../text/lists.ts';

export interface SessionVerdict {
  tone: 'calm' | 'watch' | 'alert';
  sentences: string[];
}

/** The page's first line: whether the session repeats itself, and how. */
export function saySession(session: Session): SessionVerdict {
  const words = SESSIONS.verdict;
  const { loops, max_attempts: attempts, calls } = session;
  if (loops.length > 0) {
    const kinds = loops.map(kindWord);
    const isLooping = session.looping_turns > 0;
    const said = isLooping ? words.loops(kinds) : words.watched(kinds);
    return { tone: isLooping ? 'alert' : 'watch', sentences: [said, words.attempts(attempts)] };
  }
  if (calls === 0) return { tone: 'calm', sentences: [words.noCalls] };
  if (attempts >= WORTH_A_LOOK) return { tone: 'watch', sentences: [words.watch(attempts)] };
  return { tone: 'calm', sentences: [words.calm] };
}

/** The same in numbers. */
export function sessionNumbers(session: Session): string[] {
  const words = SESSIONS.numbers;
  const lengthMs = Date.parse(session.last_seen_at) - Date.parse(session.started_at);
  return [
    words.turns(session.turns),
    words.calls(session.calls),
    ...(session.distinct_ratio === null
      ? []
      : [words.distinct(session.distinct_signatures, session.distinct_ratio.toFixed(2))]),
    words.errors(session.errors),
    words.tokens(formatShort(session.input_tokens), formatShort(session.output_tokens)),
    ...(session.cost === null ? [] : [formatMoney(session.cost)]),
    ...(lengthMs > 0 ? [words.length(formatDuration(lengthMs))] : []),
  ];
}
