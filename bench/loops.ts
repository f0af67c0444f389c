/** Calls per second through all detectors, and the curve over the length of one turn: `node bench/loops.ts`. */
import { createRun, detectLoops } from '@loopscope/loops';
import type { Call } from '@loopscope/loops';

const LENGTHS = [1_000, 3_000, 10_000, 30_000, 100_000];
const NO_DECLARATIONS = { declarations: new Map() };

/** Work with everything in it: new reads, edits, polls, a failing test, one call that repeats, a ring, reworded searches. */
function madeCall(seq: number, withText: boolean): Call {
  const round = Math.floor(seq / 10);
  const [tool, effect, asked, answered] = [
    ['read_file', 'read', `src/part_${seq}.ts`, `file ${seq}`],
    ['edit_file', 'write', `src/part_${seq}.ts`, `1 replacement in part ${seq}`],
    ['run_tests', 'unknown', 'all', `${seq % 7} failed, ${seq} passed`],
    ['get_job', 'read', 'job 1', `{"progress": ${seq}}`],
    ['list_dir', 'read', 'src', 'main.ts util.ts'],
    ['get_quota', 'read', 'main', '{"left": 40}'],
    ['get_limits', 'read', 'main', '{"per_day": 100}'],
    ['search_docs', 'read', `menu bar theme ${round % 50}`, 'options.menuBar.style: auto, light'],
    ['shell', 'unknown', `grep -n topic_${seq} notes`, `${seq}: topic`],
    ['resize', 'write', 'i-0abc', 'invalid state'],
  ][seq % 10] as [string, Call['effect'], string, string];
  const fails = tool === 'resize';
  return {
    seq,
    turn: 1,
    step: seq,
    tool,
    signature: asked,
    identity: asked,
    outcome: fails ? 'error' : 'ok',
    errorClass: fails ? 'precondition' : null,
    errorTemplate: fails ? answered : '',
    resultKind: fails ? 'error' : 'value',
    resultFingerprint: answered,
    effect,
    startMs: seq * 100,
    durationMs: 40,
    agent: 'a',
    session: 's',
    epoch: 0,
    modelMs: 60,
    inputTokens: 1_000,
    outputTokens: 50,
    cost: 0.001,
    ...(withText
      ? {
          text: {
            args: JSON.stringify({ q: asked }),
            result: answered,
            resultLength: answered.length,
          },
        }
      : {}),
  };
}

function madeTurn(length: number, withText: boolean): Call[] {
  return Array.from({ length }, (_, seq) => madeCall(seq, withText));
}

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

// The first rounds compile the code.
bestMs(20, () => detectLoops(madeTurn(1_000, true), NO_DECLARATIONS));

for (const withText of [false, true]) {
  console.log(withText ? 'with texts' : 'narrow fields only');
  let firstMsPerCall = 0;
  for (const length of LENGTHS) {
    const calls = madeTurn(length, withText);
    const ms = bestMs(7, () => detectLoops(calls, NO_DECLARATIONS));
    firstMsPerCall ||= ms / length;
    const perSecond = Math.round((length / ms) * 1_000);
    const ratio = (ms / length / firstMsPerCall).toFixed(2);
    console.log(
      `  ${length} calls in one turn: ${ms.toFixed(1)} ms, ${perSecond} calls/s, ${ratio} x the time per call of the shortest`,
    );
  }
}

const live = madeTurn(10_000, false);
const run = createRun(NO_DECLARATIONS);
for (const call of live.slice(0, -10)) run.push(call);
const liveMs = bestMs(5, () => {
  for (const call of live.slice(-10)) run.push(call);
  run.loops();
});
console.log(
  `a second of a live turn at 10,000 calls (10 calls, one verdict): ${liveMs.toFixed(1)} ms`,
);

console.log('a verdict after every call, within a window of 100');
let firstUsPerCall = 0;
for (const length of LENGTHS.slice(0, 3)) {
  const calls = madeTurn(length, true);
  const ms = bestMs(3, () => {
    const guarded = createRun({ ...NO_DECLARATIONS, window: 100 });
    for (const call of calls) {
      guarded.push(call);
      guarded.loops();
    }
  });
  const usPerCall = (ms * 1_000) / length;
  firstUsPerCall ||= usPerCall;
  const ratio = (usPerCall / firstUsPerCall).toFixed(2);
  console.log(`  ${length} calls: ${usPerCall.toFixed(0)} us each, ${ratio} x the shortest`);
}
