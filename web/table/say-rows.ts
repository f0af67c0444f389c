/** First lines of the lists: what the rows that are here say, and of how many. */
import type { FacetValue, Loop, Session, Signature, Turn } from '@loopscope/api/contract';

import { WORTH_A_LOOK } from '../charts/prepare-attempts-series.ts';
import { LIST_VERDICTS as words } from '../text/lists.ts';
import { kindWord } from '../text/loops.ts';
import { shortName } from '../shown/cut-text.ts';

export interface RowsVerdict {
  tone: 'calm' | 'watch' | 'alert';
  sentences: string[];
}

/** Of all turns that match, where they are counted. */
export interface TurnTotals {
  turns: number;
  looping: number;
}

/** `isAll`: no row is left out; `totals` speak for the rows that are. */
export function sayTurns(
  turns: readonly Turn[],
  isAll: boolean,
  totals: TurnTotals | null = null,
): RowsVerdict {
  const worst = turns.toSorted((one, other) => other.max_attempts - one.max_attempts)[0];
  if (worst === undefined) return { tone: 'calm', sentences: [words.noTurns] };
  const here = turns.filter(({ verdict }) => verdict === 'loop').length;
  const { looping, turns: count } = totals ?? { looping: here, turns: turns.length };
  const said = words.looping(looping, count, isAll || totals !== null);
  const { max_attempts: attempts, max_attempts_tool: tool } = worst;
  const sentences = attempts > 1 ? [said, words.mostAttempts(attempts, shortName(tool))] : [said];
  const tone = looping > 0 ? 'alert' : attempts >= WORTH_A_LOOK ? 'watch' : 'calm';
  return { tone, sentences };
}

export function saySessions(sessions: readonly Session[], isAll: boolean): RowsVerdict {
  if (sessions.length === 0) return { tone: 'calm', sentences: [words.noSessions] };
  const looping = sessions.filter((session) => session.looping_turns > 0).length;
  const attempts = sessions.reduce((most, session) => Math.max(most, session.max_attempts), 0);
  const said = words.sessions(looping, sessions.length, isAll);
  const sentences = attempts > 1 ? [said, words.mostAttempts(attempts, '')] : [said];
  const tone = looping > 0 ? 'alert' : attempts >= WORTH_A_LOOK ? 'watch' : 'calm';
  return { tone, sentences };
}

/** Every turn is in one state of its guard, and the facet is counted under all filters but its own. */
export function totalsOf(
  guard: readonly FacetValue[] | undefined,
  chosen: readonly string[] | undefined,
): TurnTotals | null {
  const counted = guard?.filter(({ value }) => chosen === undefined || chosen.includes(value));
  if (counted === undefined) return null;
  const sum = (of: (value: FacetValue) => number): number =>
    counted.reduce((total, value) => total + of(value), 0);
  return { turns: sum(({ turns }) => turns), looping: sum(({ looping }) => looping) };
}

export function sayLoops(loops: readonly Loop[], isAll: boolean): RowsVerdict {
  if (loops.length === 0) return { tone: 'calm', sentences: [words.noLoops] };
  const alerts = loops.filter(({ severity }) => severity === 'alert').length;
  const said = words.alerts(words.loops(loops.length, isAll), alerts, loops.length);
  const groups = [...Map.groupBy(loops, ({ kind, tool }) => `${kind} ${tool}`).values()];
  const most = groups.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const [first] = most;
  const often =
    first === undefined || most.length < 2
      ? []
      : [words.mostOften(kindWord(first.kind), shortName(first.tool), most.length)];
  return { tone: alerts > 0 ? 'alert' : 'watch', sentences: [said, ...often] };
}

export function saySignatures(intents: readonly Signature[], isAll: boolean): RowsVerdict {
  const worst = intents.toSorted((one, other) => other.max_attempts - one.max_attempts)[0];
  if (worst === undefined) return { tone: 'calm', sentences: [words.noIntents] };
  const repeated = intents.filter(({ max_attempts: attempts }) => attempts > 1).length;
  if (repeated === 0) return { tone: 'calm', sentences: [words.onceEach] };
  const sentences = [
    words.intent(shortName(worst.tool), worst.max_attempts),
    words.repeated(repeated, intents.length, isAll),
  ];
  return { tone: worst.max_attempts >= WORTH_A_LOOK ? 'watch' : 'calm', sentences };
}
