import type { CallTextRow, NarrowSpanRow } from '@loopscope/sql';

import { isNewerText } from '../call-texts.ts';
import { isNewer, type Trees } from '../resolve/read-spans.ts';
import { COMMON_OF_SPANS } from './common-texts.ts';
import { createHeldForms, type HeldForms } from './held-forms.ts';
import { createHeldRows, type HeldRows } from './held-rows.ts';
import { createHeldRuns, type HeldRuns } from './held-runs.ts';
import { createHeldStanding, type HeldStanding } from './held-standing.ts';
import { createHeldTrees } from './held-trees.ts';
import { createLoners, type Loners } from './loners.ts';

/**
 * What this process remembers of long traces that still grow, so that a look costs what came since and not what there is.
 * All of it is bounded, can be forgotten at any time, and is read from the store then.
 */
export interface Memory {
  spans: HeldRows<NarrowSpanRow>;
  texts: HeldRows<CallTextRow>;
  trees: Trees;
  standing: HeldStanding;
  loners: Loners;
  runs: HeldRuns;
  forms: HeldForms;
  isWorthIt(spans: number): boolean;
}

export interface MemorySize {
  /** Shorter traces are read again for less than it costs to hold them. */
  minSpans: number;
  /** Messages count as further spans, by their length. */
  maxSpans: number;
  maxTextChars: number;
}

const SIZE: MemorySize = { minSpans: 400, maxSpans: 80_000, maxTextChars: 64_000_000 };
const ROW_CHARS = 100;
/** So many characters of messages take the room of one more span. */
const CHARS_PER_SPAN = 1_000;

const weightOfSpan = ({ messages }: NarrowSpanRow): number => 1 + messages.length / CHARS_PER_SPAN;

export function createMemory(now: () => number, size: MemorySize = SIZE): Memory {
  const { minSpans, maxSpans, maxTextChars } = size;
  return {
    spans: createHeldRows({
      maxWeight: maxSpans,
      weightOf: weightOfSpan,
      isNewer,
      common: COMMON_OF_SPANS,
    }),
    texts: createHeldRows<CallTextRow>({
      maxWeight: maxTextChars,
      weightOf: ({ args, result }) => ROW_CHARS + (args?.length ?? 0) + (result?.length ?? 0),
      isNewer: isNewerText,
      common: ['trace_id'],
    }),
    trees: createHeldTrees({ maxWeight: maxSpans, weightOf: weightOfSpan }),
    standing: createHeldStanding(now),
    loners: createLoners(),
    runs: createHeldRuns({ minCalls: minSpans / 2, maxCalls: maxSpans }),
    forms: createHeldForms({ minCalls: minSpans / 2, maxCalls: maxSpans }),
    isWorthIt: (spans) => spans >= minSpans,
  };
}
