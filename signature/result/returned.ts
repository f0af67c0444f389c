import { canonicalise } from '../value/canonical.ts';
import type { ToolDeclaration } from '../declaration.ts';
import { fingerprintOf, type ResultFingerprint } from './fingerprint.ts';
import type { Json } from '../value/json.ts';
import { withoutNote } from '../guard-marks.ts';
import { outcomeOf, payloadOf, type Outcome, type OutcomeEvidence } from '../outcome/outcome.ts';
import { openPayload, type Payload } from './payload.ts';
import { readText, withoutColours } from '../value/text.ts';

/** What a finished call says. */
export interface Returned {
  outcome: Outcome;
  print: ResultFingerprint;
  /** The result out of its envelopes, a text as it is and the rest as JSON; null where there is none. */
  payload: () => string | null;
}

/** readOutcome and fingerprintResult at once: the result is opened a single time. */
export function readReturned(evidence: OutcomeEvidence, declaration?: ToolDeclaration): Returned {
  return returnedOf(evidence, payloadOf(evidence.result), declaration);
}

/** The same of a result that is JSON already, which is neither copied nor changed. */
export function readReturnedJson(
  evidence: OutcomeEvidence,
  result: Json,
  declaration?: ToolDeclaration,
): Returned {
  return returnedOf(evidence, openPayload(result), declaration);
}

function returnedOf(
  evidence: OutcomeEvidence,
  payload: Payload | null,
  declaration: ToolDeclaration | undefined,
): Returned {
  const outcome = outcomeOf(evidence, payload);
  return {
    outcome,
    print: fingerprintOf(payload, outcome, declaration),
    payload: () => {
      if (payload === null) return null;
      return typeof payload.value === 'string' ? payload.value : canonicalise(payload.value);
    },
  };
}

/** The text of a result out of its envelopes as the value that it stands for; what is neither JSON nor a Python repr is text. */
export function openText(result: string): Json {
  return openPayload(readText(withoutNote(withoutColours(result)))).value;
}
