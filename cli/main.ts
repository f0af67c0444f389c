import { CommanderError } from 'commander';

import { EXIT } from './exit-codes.ts';
import { createProgram } from './program.ts';

/** Runs one command line; sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.on('uncaughtException', (error) => {
    process.stderr.write(asFault(error));
    process.exit(EXIT.couldNotRun);
  });
  process.stdout.on('error', heedOutput);
  process.stderr.on('error', () => {});
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!(error instanceof CommanderError)) await reportFailure(error);
  }
}

/** Whoever reads our output may stop, as `head` does. Of a full disk a part of an answer must not pass for the whole. */
function heedOutput({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE' || code === 'EBADF') return;
  process.stderr.write(`loopscope: The output could not be written: ${message}\n`);
  process.exit(EXIT.couldNotRun);
}

/** Help and version that were asked for are answers; usage errors have been printed by then. */
function exitCodeOf(error: unknown): number {
  return error instanceof CommanderError && error.exitCode === 0 ? EXIT.clean : EXIT.couldNotRun;
}

async function reportFailure(error: unknown): Promise<void> {
  const { explainFailure } = await import('./failure.ts');
  const sentences = explainFailure(error);
  if (sentences !== null) {
    for (const sentence of sentences) process.stderr.write(`loopscope: ${sentence}\n`);
    return;
  }
  process.stderr.write(asFault(error));
}

/** A fault of ours, with what is needed to report it. */
function asFault(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `loopscope: this should not have happened\n${text}\n`;
}
