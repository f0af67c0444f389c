/** Words within a turn: what the server found, or the steps of a file, as positions in the run. */
import type { FoundSteps, Step } from '@loopscope/api/contract';

import { keyOfStep, textsKey } from './step-texts.ts';

/** `seq` of the found steps, in order. */
export function seqsOfFound(found: FoundSteps, steps: readonly Step[]): number[] {
  const keys = new Set(found.items.map(textsKey));
  return steps.filter((step) => keys.has(keyOfStep(step))).map(({ seq }) => seq);
}

/** The same over steps whose texts are all here. */
export function findInSteps(words: string, steps: readonly Step[]): number[] {
  const sought = words.toLowerCase();
  if (sought === '') return [];
  return steps
    .filter((step) => textsOf(step).some((text) => text.toLowerCase().includes(sought)))
    .map(({ seq }) => seq);
}

function textsOf(step: Step): string[] {
  const own =
    step.kind === 'tool'
      ? [step.tool, step.args, step.result]
      : step.kind === 'model'
        ? [step.text, step.user_text]
        : [step.user_text];
  return [step.name, step.error_message, ...own.flatMap((text) => text ?? [])];
}

/** The next found step after the selected one, or before it; around the end. Undefined where nothing was found. */
export function nextFound(
  seqs: readonly number[],
  selected: number | undefined,
  direction: 1 | -1,
): number | undefined {
  if (selected === undefined) return seqs.at(direction === 1 ? 0 : -1);
  return direction === 1
    ? (seqs.find((seq) => seq > selected) ?? seqs[0])
    : (seqs.findLast((seq) => seq < selected) ?? seqs.at(-1));
}
