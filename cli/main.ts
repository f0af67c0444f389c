import { CommanderError } from 'commander';

import { createProgram } from './program.ts';

/** Could not run; 0 is success and 1 is kept for findings. */
const COULD_NOT_RUN = 2;

/** Runs one command line; sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.on('uncaughtException', (error) => {
    process.stderr.write(asFault(error));
    process.exit(COULD_NOT_RUN);
  });
  // Whoever reads our output may stop reading, as `head` does; that is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!(error instanceof CommanderError)) await reportFailure(error);
  }
}

/** Help and version that were asked for are answers; usage errors have been printed by then. */
function exitCodeOf(error: unknown): number {
  return error instanceof CommanderError && error.exitCode === 0 ? 0 : COULD_NOT_RUN;
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
