/** `pnpm bench NAME [arguments]`: runs one benchmark; without a name lists them. Ratios come from one run each. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHMARKS: Readonly<Record<string, string>> = {
  signature: 'signatures per second beside a bare SHA-256 of JSON.stringify',
  sdk: 'what the span processor adds to a bare BatchSpanProcessor',
  guard: 'what a guard adds to a tool call, and how that grows',
  collector: 'spans per second from bytes to rows beside JSON.parse',
  ingest:
    'spans through HTTP until visible, at two even rates and as fast as answered, beside the bare insert',
  'catch-up': 'how fast a full spool goes into the store after an outage',
  store: 'inserts beside the bare engine, and the time of every question',
  analyzer: 'spans resolved per second, and how that grows',
  'live-turn':
    'what a turn of 10,000 calls that still grows costs the analyzer, and how old its news are',
  loops: 'what a call costs all detectors, by the shape and the length of its turn',
  scan: 'scan of the recorded runs beside parsing them, and how many verdicts are those of score',
  alerts: 'a tick over 10,000 active alerts, and the way from a span to the webhook under load',
  web: 'the web in a real Chromium, and its lists over a million turns, each value beside its limit',
  score: 'predictions for the recorded runs and the report cases',
};

const [name, ...args] = process.argv.slice(2);
if (name === undefined || BENCHMARKS[name] === undefined) {
  if (name !== undefined) console.error(`there is no benchmark "${name}"`);
  for (const [each, what] of Object.entries(BENCHMARKS)) console.log(`${each.padEnd(10)} ${what}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const file = join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
