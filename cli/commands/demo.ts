import { prepareDemoDir } from '../demo-dir.ts';
import { CliError } from '../failure.ts';
import { createFleet, type Backfill, type Fleet } from '../fleet/run-fleet.ts';
import { ROLES } from '../roles.ts';
import { startLoopscope, type Running } from '../start.ts';
import { VERSION } from '../version.ts';
import { buildWeb } from './build-web.ts';
import { collectGarbageEvery } from './collect-garbage.ts';
import { printGuarded } from './demo-guard.ts';
import { startProgress } from './progress.ts';
import { openSession, printReady, runUntilStopped, unlessStopped, type Session } from './serve.ts';

export interface DemoCommand {
  /** Turns of the day that ends now. */
  turns: number;
  seed: string;
  /** Plays every turn twice: as it was, and with a guard around the tools. */
  isGuarded: boolean;
  /** Whether new turns follow. */
  isLive: boolean;
  json: boolean;
}

/** `demo`: the whole product on a data directory of its own, with simulated agents that report to it. */
export async function runDemo(command: DemoCommand): Promise<void> {
  const session = openSession(ROLES, { defaultDataDir: './.loopscope/demo' });
  const { config, log, signal } = session;
  if (config.store.url !== null) {
    throw new CliError('The demo is for the embedded store: unset LOOPSCOPE_CLICKHOUSE_URL.');
  }
  prepareDemoDir(config.store.dataDir);
  const webDir = await buildWeb(log, signal);
  const starting = startLoopscope(config, { log, signal, webDir, version: VERSION });
  const running = await unlessStopped(starting, signal);
  if (running === null) return;
  try {
    await playFleet(session, { running, command });
  } catch (error) {
    await running.close();
    throw error;
  }
  await runUntilStopped(running, signal);
}

/** Fills the store with two days, says that it is there, and goes on until the signal. */
async function playFleet(
  session: Session,
  parts: { running: Running; command: DemoCommand },
): Promise<void> {
  const { running, command } = parts;
  const { signal, config } = session;
  const fleet = openFleet(session, parts);
  try {
    const filled = await fill(fleet, parts, signal);
    if (signal.aborted) return;
    printReady(running.addresses, command.json);
    if (!command.json) printWhatToSee(running, filled, command.isLive);
    if (command.isGuarded && !command.json) {
      await printGuarded(running, filled, config.apiKeys[0] ?? '');
    }
    if (command.isLive) await fleet.live(signal);
  } finally {
    await fleet.close();
  }
}

function openFleet(
  { config, log }: Session,
  { running, command }: { running: Running; command: DemoCommand },
): Fleet {
  return createFleet({
    url: running.addresses.otlpHttp ?? '',
    key: config.ingestKeys[0] ?? '',
    seed: command.seed,
    turns: command.turns,
    isGuarded: command.isGuarded,
    now: Date.now,
    onFailure: (why) => log('warn', 'a batch of the demo was not delivered', { why }),
  });
}

/** Plays the days and waits until it can be seen. */
async function fill(
  fleet: Fleet,
  { running, command }: { running: Running; command: DemoCommand },
  signal: AbortSignal,
): Promise<Backfill> {
  const progress = startProgress(
    'two days of agents {bar} {value} of {total} turns',
    command.turns,
  );
  const stopCollecting = collectGarbageEvery(1000);
  try {
    const onProgress = (played: number, of: number) => progress.update(played, of);
    const filled = await fleet.backfill({ onProgress, signal });
    await running.drain();
    return filled;
  } finally {
    stopCollecting();
    progress.stop();
  }
}

function printWhatToSee(
  { addresses }: Running,
  { turns, spans, incidents }: Backfill,
  isLive: boolean,
): void {
  const ui = addresses.ui ?? '';
  const count = (value: number) => value.toLocaleString('en');
  const links = incidents.map(
    ({ behaviour, turnId }) => `  ${behaviour.padEnd(34)}${ui}/turns/${turnId}`,
  );
  const text = [
    '',
    `Two days of three simulated agents: ${count(turns)} turns, ${count(spans)} spans${isLive ? '; new turns arrive every few seconds' : ''}.`,
    'The p99 of max attempts per turn is 1, until support 2.3.1 came out six hours ago.',
    '',
    `  ${'overview'.padEnd(34)}${ui}/`,
    `  ${'alerts, each with its cause'.padEnd(34)}${ui}/alerts`,
    ...links,
    '',
    `Send your own spans to ${addresses.otlpHttp ?? ''}/v1/traces. Ctrl-C ends the demo.`,
    '',
  ];
  process.stdout.write(text.join('\n'));
}
