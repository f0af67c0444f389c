import { classify } from './classify.ts';
import type { ErrorClass } from './error-class.ts';
import { openPayload, type Payload } from './payload.ts';
import { readResult } from './result.ts';
import { errorTemplate } from './template.ts';

/** What stands behind this says nothing new about the kind of fault. */
const MAX_MESSAGE = 2_000;

/** Where instrumentations leave what they know about a failure. */
export interface OutcomeEvidence {
  status: 'unset' | 'ok' | 'error';
  statusMessage?: string;
  errorType?: string;
  exceptionType?: string;
  exceptionMessage?: string;
  /** The instrumentation's own flag, such as `tool.status=error`, `success=false`, `level=ERROR`. */
  flaggedError?: boolean;
  /** Raw result as for readArguments; undefined where none was recorded. */
  result?: unknown;
}

export interface Outcome {
  state: 'ok' | 'error' | 'unknown';
  /** Null where the outcome is no error. */
  errorClass: ErrorClass | null;
  message: string;
  template: string;
}
export function readOutcome(evidence: OutcomeEvidence): Outcome {
  const result = readResult(evidence.result);
  const payload = result.known ? openPayload(result.value) : null;
  const raised =
    evidence.status === 'error' ||
    (evidence.exceptionType ?? '') !== '' ||
    (evidence.errorType ?? '') !== '' ||
    evidence.flaggedError === true;
  if (!raised && payload?.fault == null) {
    const known = payload !== null || evidence.status === 'ok';
    return { state: known ? 'ok' : 'unknown', errorClass: null, message: '', template: '' };
  }
  const message =
    evidence.exceptionMessage ||
    evidence.statusMessage ||
    (payload?.fault?.message ?? textOfFailure(payload));
  const types = [
    evidence.errorType ?? '',
    evidence.exceptionType ?? '',
    ...(payload?.fault?.types ?? []),
  ];
  return {
    state: 'error',
    errorClass: classify({ types, message }),
    message,
    template: errorTemplate(message),
  };
}

/** A call flagged as failed whose result is plain text: the text is the message. */
function textOfFailure(payload: Payload | null): string {
  return typeof payload?.value === 'string' ? payload.value.slice(0, MAX_MESSAGE) : '';
}
