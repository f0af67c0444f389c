import { diag } from '@opentelemetry/api';

/** Runs work that must never reach the agent with an error: what fails is told to OTel's diagnostics only. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    try {
      diag.warn('loopscope: a span was left untagged', error);
    } catch {
      // A logger that throws is not the agent's problem either.
    }
  }
}
