import type { Marker, Overview, Turn } from '@loopscope/api/contract';

import { WORTH_A_LOOK } from '../../charts/prepare-attempts-series.ts';
import type { Rise } from '../../charts/prepare-flags.ts';
import { formatAttempts } from '../../format/number.ts';
import { kindWord } from '../../text/loops.ts';
import { OVERVIEW } from '../../text/overview.ts';
import { shortName } from '../../shown/cut-text.ts';

export interface Verdict {
  tone: 'calm' | 'watch' | 'alert';
  sentences: string[];
  /** The tool and kind that most looping turns share, and what came with it; null where they share none. */
  place: Place | null;
}

export interface Place {
  tool: string;
  kind: string;
  cause: Marker | null;
}

export interface VerdictInput {
  current: Overview;
  before: Overview;
  /** The turns with the most attempts, worst first. */
  worst: readonly Turn[];
  /** Whether `worst` holds every looping turn. */
  isComplete: boolean;
  /** What was new when p99 rose within the range; null where that is not known. */
  rise: Rise | null;
}

/** The page's first line: the metric, its change, how many turns loop and where. */
export function prepareVerdict({
  current,
  before,
  worst,
  isComplete,
  rise,
}: VerdictInput): Verdict {
  const words = OVERVIEW.verdict;
  const { p99 } = current.max_attempts;
  if (current.turns === 0) return { tone: 'calm', sentences: [words.noTurns], place: null };
  if (p99 === null) {
    return { tone: 'calm', sentences: [words.noCalls(current.turns)], place: null };
  }
  const looping = current.loops.turns;
  const max = current.max_attempts.max ?? p99;
  const cause = rise?.marker ?? null;
  // Data younger than the range before it: what stood before the rise is all there is to compare.
  const p99Before = before.max_attempts.p99 ?? rise?.p99Before ?? null;
  const most = mostLooping(worst);
  const place = most === null ? null : { ...most, cause };
  const sentences = [sayP99(p99, p99Before, cause)];
  if (looping > 0) {
    sentences.push(words.looping(looping, current.turns) + sayWhere(most, isComplete));
  } else if (p99 <= 1 && max < WORTH_A_LOOK && current.blind_turns === 0) {
    sentences.push(words.healthy);
  }
  sentences.push(...sayWorst(max, worst[0]));
  if (current.blind_turns > 0) sentences.push(words.blind(current.blind_turns, current.turns));
  const hasRisen = p99Before !== null && p99 > p99Before;
  return { tone: toneOf({ p99, hasRisen, looping, max }), sentences, place };
}

const sayWorst = (max: number, turn: Turn | undefined): string[] =>
  max < WORTH_A_LOOK ? [] : [OVERVIEW.verdict.worst(max, shortName(turn?.max_attempts_tool ?? ''))];

interface Gravity {
  p99: number;
  hasRisen: boolean;
  looping: number;
  max: number;
}

function toneOf({ p99, hasRisen, looping, max }: Gravity): Verdict['tone'] {
  if (p99 >= WORTH_A_LOOK || hasRisen) return 'alert';
  return looping > 0 || max >= WORTH_A_LOOK ? 'watch' : 'calm';
}

function sayP99(now: number, before: number | null, cause: Marker | null): string {
  const words = OVERVIEW.verdict;
  if (before === null || before === now) return words.p99(formatAttempts(now));
  const values = [formatAttempts(before), formatAttempts(now)] as const;
  return now > before ? words.p99Rose(...values, sayCause(cause)) : words.p99Fell(...values);
}

function sayCause(cause: Marker | null): string {
  const words = OVERVIEW.verdict;
  if (cause === null) return '';
  const say = {
    release: words.sinceRelease,
    model: words.sinceModel,
    prompt: words.sincePrompt,
  }[cause.kind];
  return say(shortName(cause.agent), shortName(cause.name));
}

interface Most {
  tool: string;
  kind: string;
  turns: number;
}

/** The tool and kind that most looping turns share. */
function mostLooping(worst: readonly Turn[]): Most | null {
  const looping = worst.filter((turn) => turn.loops.length > 0);
  const places = Map.groupBy(looping, (turn) => `${turn.max_attempts_tool}\n${turn.loops[0]}`);
  const [turns] = [...places.values()].toSorted((one, other) => other.length - one.length);
  const first = turns?.[0];
  // One of several says nothing about where.
  const isAlone = turns?.length === 1 && looping.length > 1;
  if (first === undefined || turns === undefined || isAlone) return null;
  return { tool: first.max_attempts_tool, kind: first.loops[0] ?? '', turns: turns.length };
}

/** Ends the sentence. */
function sayWhere(most: Most | null, isComplete: boolean): string {
  if (most === null) return '.';
  const kind = kindWord(most.kind);
  return isComplete
    ? OVERVIEW.verdict.mostOn(most.turns, shortName(most.tool), kind)
    : OVERVIEW.verdict.mostlyOn(shortName(most.tool), kind);
}
