/**
 * What a call costs all detectors, by the shape and the length of its turn: `node bench/loops.ts [WORD IN THE SHAPE'S NAME]`. In
 * processor time of one core; a flat row is a linear turn.
 */
import { createRun, detectLoops } from '@loopscope/loops';
import type { Call } from '@loopscope/loops';

import { SHAPES, turnOf, type Shape } from './loops/shapes.ts';

const LENGTHS = [1_000, 3_000, 10_000, 30_000, 100_000];
const NO_DECLARATIONS = { declarations: new Map() };
/** Texts of more characters together are not made: they would measure the memory. */
const MOST_CHARS = 120_000_000;
/** New calls of a live turn before its next verdict. */
const NEWS = 10;
const [wanted = ''] = process.argv.slice(2);

/** Milliseconds of processor time, of the fastest of several rounds: what other work on the machine takes is not counted. */
function bestMs(times: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

function charsOf({ text }: Call): number {
  return (text?.args?.length ?? 0) + (text?.result?.length ?? 0);
}

function withoutTexts(calls: readonly Call[]): Call[] {
  return calls.map(({ text: _unread, ...call }) => call);
}

/** A verdict on a turn that has been judged before and has grown by a few calls. */
function liveMs(calls: readonly Call[]): number {
  const run = createRun(NO_DECLARATIONS);
  for (const call of calls.slice(0, -NEWS)) run.push(call);
  run.loops();
  return bestMs(1, () => {
    for (const call of calls.slice(-NEWS)) run.push(call);
    run.loops();
  });
}

/** A verdict after every call within a window, as a guard asks for it. */
function guardedUs(calls: readonly Call[]): number {
  const ms = bestMs(2, () => {
    const guarded = createRun({ ...NO_DECLARATIONS, window: 100 });
    for (const call of calls) {
      guarded.push(call);
      guarded.loops();
    }
  });
  return (ms * 1_000) / calls.length;
}

/** What any reading of these texts costs at the least: one pass over their characters, a hash of them, and JSON.parse where they are JSON. */
function floorsUs(calls: readonly Call[]): { passUs: number; hashUs: number; parseUs: number } {
  const texts = calls.flatMap(({ text }) => text?.result ?? []);
  const usOf = (read: (text: string) => unknown): number =>
    (bestMs(3, () => texts.map((text) => read(text))) * 1_000) / calls.length;
  const isJson = texts.every((text) => /^[[{]/.test(text));
  return {
    passUs: usOf(sumOf),
    hashUs: usOf(hashOf),
    parseUs: isJson ? usOf((text) => JSON.parse(text)) : 0,
  };
}

function sumOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash;
}

function measure(shape: Shape): string {
  const chars = Math.max(1, turnOf(shape, 20).reduce((sum, call) => sum + charsOf(call), 0) / 20);
  const lengths = LENGTHS.filter((length) => length * chars <= MOST_CHARS);
  const most = lengths.at(-1) ?? 0;
  const calls = turnOf(shape, most);
  const usOf = (length: number): string => {
    const turn = calls.slice(0, length);
    const ms = bestMs(length > 10_000 ? 1 : 3, () => detectLoops(turn, NO_DECLARATIONS));
    return ((ms * 1_000) / length).toFixed(1);
  };
  const cells = LENGTHS.map((length) => (length <= most ? usOf(length) : '-').padStart(8));
  const judged = calls.slice(0, Math.min(most, 10_000));
  const { passUs, hashUs, parseUs } = floorsUs(judged);
  const judgedUs = (bestMs(3, () => detectLoops(judged, NO_DECLARATIONS)) * 1_000) / judged.length;
  const bare = withoutTexts(calls.slice(0, 10_000));
  const bareUs = (bestMs(3, () => detectLoops(bare, NO_DECLARATIONS)) * 1_000) / bare.length;
  return [
    shape.name.padEnd(42),
    Math.round(chars).toString().padStart(8),
    ...cells,
    bareUs.toFixed(1).padStart(8),
    liveMs(calls.slice(0, 10_000)).toFixed(1).padStart(8),
    guardedUs(calls.slice(0, 1_000)).toFixed(0).padStart(8),
    passUs.toFixed(1).padStart(8),
    hashUs.toFixed(1).padStart(8),
    (parseUs === 0 ? '-' : parseUs.toFixed(1)).padStart(8),
    (judgedUs / (hashUs + parseUs)).toFixed(1).padStart(8),
  ].join('');
}

// The first rounds compile the code.
for (let round = 0; round < 5; round += 1) {
  for (const shape of SHAPES) detectLoops(turnOf(shape, 100), NO_DECLARATIONS);
}
const lengths = LENGTHS.map((length) => length.toString());
const heads = ['chars', ...lengths, 'bare', 'live', 'guard', 'pass', 'hash', 'parse', 'ratio'];
console.log(`${''.padEnd(42)}${heads.map((head) => head.padStart(8)).join('')}`);
for (const shape of SHAPES) if (shape.name.includes(wanted)) console.log(measure(shape));
console.log(
  `us per call of turns of so many calls; bare: without texts, at 10,000; live: ms for ${NEWS} calls and a verdict on a turn of 10,000 (or the longest); guard: us for a call and a verdict within a window; pass, hash, parse: us for one pass over the characters of a result, a hash of them, JSON.parse of it; ratio: all detectors to hash and parse together, at 10,000`,
);
