import { createHash } from 'node:crypto';
import {
  readArguments,
  readOutcome,
  readReturned,
  readReturnedJson,
  signCall,
  signValue,
  type CallSignature,
  type Outcome,
  type OutcomeEvidence,
  type ResultFingerprint,
  type Returned,
  type ToolDeclaration,
} from '@loopscope/signature';
import { jsonOf, readable, type Readable } from './plain.ts';
import { thrownEvidence } from './thrown.ts';

/** How a call ended: with what the tool gave back, or with what it threw. */
export type CallEnd =
  | {
      result: unknown;
      /** The framework's own mark of a failed call. */
      isError?: boolean;
    }
  | { error: unknown };

/** What is kept of arguments and results for the detectors and for the words of a stop, in UTF-16 units. */
const KEPT_ARGUMENTS = 1_000;
const KEPT_RESULT = 4_000;
/** Where protocols wrap what a tool said; the words are inside. */
const ENVELOPE =
  /^\s*(?:\[\s*\{\s*"type"|\{\s*"(?:content|isError|_meta|structuredContent|type|lc)")/;

const NO_ARGUMENTS = {};

export interface ReadArguments extends CallSignature {
  /** The arguments as JSON or as the model wrote them, cut. */
  text: string;
}

/** Signs the arguments of a call; the model may have sent anything. Never throws. */
export function readCallArguments(
  tool: string,
  raw: unknown,
  declaration: ToolDeclaration | undefined,
): ReadArguments {
  // A call without arguments repeats one without arguments: here, unlike in a span, nothing was left unrecorded.
  const given = raw === undefined || raw === null || raw === '' ? NO_ARGUMENTS : raw;
  if (typeof given === 'string') return readText(tool, given, declaration);
  const json = jsonOf(given);
  if (json === undefined) return { ...signCall(tool, { known: false }, declaration), text: '' };
  const signed = signValue(tool, json, declaration);
  signed.text = cut(signed.text, KEPT_ARGUMENTS);
  return signed;
}

function readText(
  tool: string,
  given: string,
  declaration: ToolDeclaration | undefined,
): ReadArguments {
  if (readable(given) === null) {
    const digest = { known: true as const, value: digestOf(given) };
    return { ...signCall(tool, digest, declaration), text: '' };
  }
  const signed = signCall(tool, readArguments(given), declaration);
  return { ...signed, text: cut(given, KEPT_ARGUMENTS) };
}

/** What came back, as the collector would read it from a span. */
export interface ReadEnd {
  outcome: Outcome;
  print: ResultFingerprint;
  text: string;
  /** Length of the whole text. */
  length: number;
  /**
   * The same for the detectors, where a returned text is an answer even if it begins like an error: a file about errors is no failure, and
   * only repeating the very same question tells the two apart.
   */
  seen: { outcome: Outcome; print: ResultFingerprint };
}

const NOTHING_KNOWN: ResultFingerprint = { kind: 'none', fingerprint: null };

/** Reads how a call ended. Never throws, never consumes a stream: of that nothing is known. */
export function readEnd(end: CallEnd, declaration: ToolDeclaration | undefined): ReadEnd {
  if ('error' in end) return readEvidence(thrownEvidence(end.error), { text: '' }, declaration);
  const { result, isError = false } = end;
  const status = isError ? 'error' : 'ok';
  const read = isStream(result) ? null : readable(result ?? null);
  if (read !== null) {
    const result = read.json === undefined ? read.text : undefined;
    return readEvidence({ status, result }, read, declaration);
  }
  if (typeof result === 'string') {
    return readEvidence({ status, result: digestOf(result) }, { text: result }, declaration);
  }
  const seen = { outcome: readOutcome({ status }), print: NOTHING_KNOWN };
  return { ...seen, text: '', length: 0, seen };
}

function readEvidence(
  evidence: OutcomeEvidence,
  returned: Readable,
  declaration: ToolDeclaration | undefined,
): ReadEnd {
  const { text } = returned;
  const { outcome, print, payload } = readGiven(evidence, returned, declaration);
  const inner = ENVELOPE.test(text) ? (payload() ?? text) : text;
  const told = inner === '' ? outcome.message : inner;
  const read = { outcome, print };
  const isOnlyInWords = outcome.state === 'error' && evidence.status === 'ok';
  const seen = isOnlyInWords ? (asAnswer(evidence, returned, declaration) ?? read) : read;
  return { outcome, print, text: cut(told, KEPT_RESULT), length: told.length, seen };
}

/** What a normally returned result says by its structure alone; null where that is a failure as well. */
function asAnswer(
  evidence: OutcomeEvidence,
  returned: Readable,
  declaration: ToolDeclaration | undefined,
): ReadEnd['seen'] | null {
  const { outcome, print } = readGiven({ ...evidence, flaggedError: false }, returned, declaration);
  return outcome.state === 'error' ? null : { outcome, print };
}

function readGiven(
  evidence: OutcomeEvidence,
  { json }: Readable,
  declaration: ToolDeclaration | undefined,
): Returned {
  return json === undefined
    ? readReturned(evidence, declaration)
    : readReturnedJson(evidence, json, declaration);
}

/** Values that are read by consuming them, or that are not there yet. */
export function isStream(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    Symbol.asyncIterator in value ||
    'getReader' in value ||
    ('next' in value && typeof value.next === 'function') ||
    ('then' in value && typeof value.then === 'function')
  );
}

function digestOf(text: string): string {
  return `sha256 ${createHash('sha256').update(text).digest('hex')} of ${text.length} characters`;
}

/** The beginning of a text, without keeping much more of it in memory behind the slice. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  if (text.length <= 2 * length) return text.slice(0, length);
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
