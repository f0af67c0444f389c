import { createHash } from 'node:crypto';

import type {
  RecordedAnswer,
  RecordedCall,
  RecordedRun,
  RecordedStep,
  RecordedTurn,
} from './run.ts';

/** Made-up lengths in ms, where the source has none. */
const MODEL_MS = 1000;
const CALL_MS = 500;
const PAUSE_BETWEEN_TURNS_MS = 60_000;
/** March 1973: times before it count from the run's own beginning. */
const EARLIEST_MS = 1e11;

/** A run with a time for everything. */
export interface PlacedRun {
  run: RecordedRun;
  /** `made_up` where the source has no times at all, or only such as count from a beginning of its own. */
  times: 'recorded' | 'made_up';
  turns: PlacedTurn[];
}

/** Milliseconds since 1970, not always whole. */
export interface Placed {
  startMs: number;
  endMs: number;
}

export interface PlacedTurn extends Placed {
  number: number;
  session: string;
  steps: PlacedStep[];
}

export interface PlacedStep {
  answer: (Placed & { answer: RecordedAnswer }) | null;
  calls: (Placed & { call: RecordedCall })[];
}

export interface Placement {
  /** Runs without times end before this. */
  atMs: number;
  /** And at most so long before it, each at a place that depends on its id alone. */
  spreadMs: number;
}

/** Gives every call and answer its time: the recorded one, else one that is the same on every import. */
export function placeRun(run: RecordedRun, placement: Placement): PlacedRun {
  const turns: PlacedTurn[] = [];
  for (const turn of run.turns) {
    const previous = turns.at(-1);
    const madeUpStart = previous === undefined ? 0 : previous.endMs + PAUSE_BETWEEN_TURNS_MS;
    turns.push(placeTurn(turn, recordedStart(turn) ?? madeUpStart));
  }
  const isRecorded = run.turns.some((turn) => recordedStart(turn) !== null);
  if (isRecorded && turns.every((turn) => turn.startMs >= EARLIEST_MS)) {
    return { run, times: 'recorded', turns };
  }
  const endMs = turns.reduce((latest, turn) => Math.max(latest, turn.endMs), 0);
  const shiftMs = placement.atMs - placeOf(run) * placement.spreadMs - endMs;
  return { run, times: 'made_up', turns: turns.map((turn) => shifted(turn, shiftMs)) };
}

/** From 0 to 1, by the run's id. */
function placeOf(run: RecordedRun): number {
  return createHash('sha256').update(`${run.dataset}/${run.id}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** Where the first recorded time leaves room for the answer before it; null without any. */
function recordedStart(turn: RecordedTurn): number | null {
  for (const step of turn.steps) {
    const ms = recordedTime(step);
    if (ms !== null) return step.answer === null ? ms : ms - MODEL_MS;
  }
  return null;
}

function recordedTime(step: RecordedStep): number | null {
  const times = [step.answer?.atMs ?? null, ...step.calls.map((call) => call.startMs)];
  const known = times.filter((ms) => ms !== null);
  return known.length === 0 ? null : known.reduce((least, ms) => Math.min(least, ms));
}

function placeTurn(turn: RecordedTurn, startMs: number): PlacedTurn {
  const steps: PlacedStep[] = [];
  let lastStartMs = startMs;
  let endMs = startMs;
  for (const [index, step] of turn.steps.entries()) {
    const next = turn.steps[index + 1];
    const nextMs = next === undefined ? null : recordedTime(next);
    const placed = placeStep(step, { lastStartMs, endMs, nextMs });
    steps.push(placed);
    const parts = [...(placed.answer === null ? [] : [placed.answer]), ...placed.calls];
    lastStartMs = Math.max(lastStartMs, ...parts.map((part) => part.startMs));
    endMs = Math.max(endMs, ...parts.map((part) => part.endMs));
  }
  return { number: turn.number, session: turn.session, startMs, endMs, steps };
}

/** What comes before a step and after it. */
interface Neighbours {
  /** Nothing starts before this: the order of the calls is the recorded order. */
  lastStartMs: number;
  endMs: number;
  nextMs: number | null;
}

function placeStep(step: RecordedStep, around: Neighbours): PlacedStep {
  const answer = step.answer === null ? null : placeAnswer(step.answer, around.endMs);
  const earliestMs = answer?.endMs ?? around.lastStartMs;
  const calls = step.calls.map((call) => {
    const startMs = Math.max(earliestMs, call.startMs ?? answer?.endMs ?? around.endMs);
    const roomMs = Math.max(0, (around.nextMs ?? Infinity) - startMs);
    return { call, startMs, endMs: startMs + (call.durationMs ?? Math.min(CALL_MS, roomMs)) };
  });
  return { answer, calls };
}

function placeAnswer(answer: RecordedAnswer, startMs: number): PlacedStep['answer'] {
  return { answer, startMs, endMs: Math.max(startMs, answer.atMs ?? startMs + MODEL_MS) };
}

function shifted(turn: PlacedTurn, ms: number): PlacedTurn {
  const move = <Item extends Placed>(item: Item): Item => ({
    ...item,
    startMs: item.startMs + ms,
    endMs: item.endMs + ms,
  });
  return {
    ...move(turn),
    steps: turn.steps.map((step) => ({
      answer: step.answer === null ? null : move(step.answer),
      calls: step.calls.map(move),
    })),
  };
}
