/** What changes between model steps and is no call: a compacted context, another model. */
import type { ModelStep, Step } from '@loopscope/api/contract';

export type Note =
  | {
      kind: 'compaction';
      /** Answers of the model in its input, before and after; null where inputs were not sent. */
      answers: { before: number; after: number } | null;
      tokens: { before: number; after: number } | null;
    }
  | { kind: 'model'; before: string; after: string };

/** By `seq` of the model step that it stands before. Each agent is watched on its own. */
export function findNotes(steps: readonly Step[]): ReadonlyMap<number, Note[]> {
  const models = steps.filter((step): step is ModelStep => step.kind === 'model');
  const notes = new Map<number, Note[]>();
  for (const lane of Map.groupBy(models, ({ agent }) => agent).values()) {
    for (const [at, step] of lane.entries()) {
      const found = notesOf(lane[at - 1], step, lane[at + 1]);
      if (found.length > 0) notes.set(step.seq, found);
    }
  }
  return notes;
}

/** One odd step between two that agree is a helper's call, no change: the step after must stay with it. */
function notesOf(
  before: ModelStep | undefined,
  step: ModelStep,
  after: ModelStep | undefined,
): Note[] {
  if (before === undefined) return [];
  const notes: Note[] = [];
  if (hasShrunk(before, step) && (after === undefined || hasShrunk(before, after))) {
    notes.push({
      kind: 'compaction',
      answers: pairOf(before.answers_before, step.answers_before),
      tokens: pairOf(before.input_tokens, step.input_tokens),
    });
  }
  const isOther = step.model !== before.model && step.model !== '' && before.model !== '';
  if (isOther && (after === undefined || after.model === step.model)) {
    notes.push({ kind: 'model', before: before.model, after: step.model });
  }
  return notes;
}

const pairOf = (before: number | null, after: number | null) =>
  before === null || after === null ? null : { before, after };

/** Of the tokens that stood in the context before, at most this share is left. */
const LEFT_AFTER_COMPACTION = 0.5;

/** Answers in the input only ever grow, unless somebody took some away; without them the tokens tell. */
function hasShrunk(before: ModelStep, now: ModelStep): boolean {
  const answers = pairOf(before.answers_before, now.answers_before);
  if (answers !== null) return answers.after < answers.before;
  const tokens = pairOf(before.input_tokens, now.input_tokens);
  return tokens !== null && tokens.after < tokens.before * LEFT_AFTER_COMPACTION;
}
