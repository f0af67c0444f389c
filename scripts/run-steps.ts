import { spawn } from 'node:child_process';

export interface Step {
  name: string;
  command: string;
  args: readonly string[];
}

/** Runs a program of the workspace with its output on ours; answers its exit code. */
export function run(step: Step): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(step.command, step.args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}

/** Runs all steps, also after a failure, so that one run shows everything that is wrong. */
export async function runSteps(
  steps: readonly Step[],
): Promise<{ passed: number; failed: string[] }> {
  const failed: string[] = [];
  for (const step of steps) {
    const startedMs = performance.now();
    const code = await run(step);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
    if (code !== 0) failed.push(step.name);
  }
  return { passed: steps.length - failed.length, failed };
}
