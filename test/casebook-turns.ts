import { EQUAL_BETWEEN } from '../loops/testing/casebook/equal-between.ts';
import { EQUAL_READS } from '../loops/testing/casebook/equal-reads.ts';
import { EQUAL_WRITES } from '../loops/testing/casebook/equal-writes.ts';
import { NOTHING_NEW } from '../loops/testing/casebook/nothing-new.ts';
import { OTHER_ANSWERS } from '../loops/testing/casebook/other-answers.ts';
import { PASSING_FAULTS } from '../loops/testing/casebook/passing-faults.ts';
import { REJECTIONS } from '../loops/testing/casebook/rejections.ts';
import { RINGS } from '../loops/testing/casebook/rings.ts';
import { ROUNDS } from '../loops/testing/casebook/rounds.ts';
import { SAME_ANSWERS } from '../loops/testing/casebook/same-answers.ts';
import { STEPPING } from '../loops/testing/casebook/stepping.ts';
import type { Story } from '../loops/testing/casebook/story.ts';
import { WAITING } from '../loops/testing/casebook/waiting.ts';
import { WORKING } from '../loops/testing/casebook/working.ts';
import type { StatedCall, StatedTurn } from './otlp.ts';

const BOOK: readonly Story[] = [
  EQUAL_READS,
  EQUAL_WRITES,
  EQUAL_BETWEEN,
  SAME_ANSWERS,
  NOTHING_NEW,
  OTHER_ANSWERS,
  REJECTIONS,
  PASSING_FAULTS,
  RINGS,
  ROUNDS,
  WAITING,
  STEPPING,
  WORKING,
].flat();

/** Stories of which spans alone tell all: nothing declared, one turn, one context. */
const isTold = ({ run: { calls, declarations } }: Story): boolean =>
  declarations.size === 0 && calls.every(({ turn, epoch }) => turn === 1 && epoch === 0);

/** Work that deserves no alert, as turns that happen now; each a session of its own. */
export const honestWork = (): StatedTurn[] =>
  BOOK.filter((story) => story.want === 'quiet' && isTold(story)).map((story) =>
    toTurn(story, 'honest'),
  );

/** Loops of all kinds. */
export const loopingWork = (): StatedTurn[] =>
  BOOK.filter(({ want }) => Array.isArray(want))
    .filter(isTold)
    .map((story) => toTurn(story, 'looper'));

function toTurn({ name, run }: Story, agent: string): StatedTurn {
  return { id: name, agent, startMs: Date.now() - 3_600_000, calls: run.calls.map(toCall) };
}

function toCall(call: Story['run']['calls'][number]): StatedCall {
  const result = call.text?.result ?? undefined;
  return {
    tool: call.tool,
    args: call.text?.args ?? '',
    ...(call.outcome === 'error' ? { error: result ?? 'failed' } : { result }),
    modelMs: Math.max(call.modelMs, 500),
    toolMs: call.durationMs,
  };
}
