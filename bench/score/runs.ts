import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { detectLoops } from '@loopscope/loops';
import type { Call, Loop } from '@loopscope/loops';
import { fingerprintResult, readArguments, readOutcome, signCall } from '@loopscope/signature';
import type { Declarations, ToolDeclaration } from '@loopscope/signature';

/** A call as the recorded runs and the report cases hold it. */
export interface RecordedCall {
  i: number;
  turn?: number;
  step?: number;
  tool: string | null;
  args: unknown;
  result: string | null;
  result_len?: number;
  result_sha?: string;
  error: boolean;
  effect?: Call['effect'];
  start_ms?: number;
  duration_ms?: number;
  t?: number;
  agent?: string;
  session?: string;
  epoch?: number;
  model_tokens?: number;
  /** How people said that the call relates to the one before. */
  rel_prev?: string | null;
}

export interface RecordedRun {
  id: string;
  dataset?: string;
  agent?: string;
  /** How the run ended, where the source says. */
  reward?: number;
  resolved?: boolean;
  /** What people said of the run; null where nobody did. */
  labels?: Record<string, unknown> | null;
  tools?: Record<string, { identity?: string[]; volatile?: string[] }>;
  calls: RecordedCall[];
}

/** One line of a predictions file. */
export interface Prediction {
  id: string;
  loops: Pick<Loop, 'kind' | 'calls' | 'severity'>[];
}

/** What the user would have declared for this run. */
export function declarationsOf(run: RecordedRun): Declarations {
  const declared = new Map<string, ToolDeclaration>();
  for (const [tool, fields] of Object.entries(run.tools ?? {})) declared.set(tool, fields);
  return declared;
}

/** The calls of a recorded run as the detectors see them. */
export function callsOf(run: RecordedRun, declarations: Declarations): Call[] {
  let clockMs = 0;
  return run.calls.map((recorded, at) => {
    const call = callOf(recorded, at, run, declarations);
    const startMs = recorded.start_ms ?? clockMs;
    const modelMs = Math.max(0, startMs - clockMs);
    clockMs = Math.max(clockMs, startMs + call.durationMs);
    return { ...call, startMs, modelMs };
  });
}

function callOf(
  recorded: RecordedCall,
  at: number,
  run: RecordedRun,
  declarations: Declarations,
): Call {
  const tool = recorded.tool ?? '';
  const declaration = declarations.get(tool);
  const signed = signCall(tool, readArguments(recorded.args ?? undefined), declaration);
  const result = recorded.result ?? undefined;
  const outcome = readOutcome({
    status: recorded.error ? 'error' : 'unset',
    flaggedError: recorded.error,
    result,
  });
  const found = fingerprintResult(result, outcome, declaration);
  return {
    seq: at,
    turn: recorded.turn ?? 1,
    step: recorded.step ?? at,
    tool,
    signature: signed.signature,
    identity: signed.identity,
    outcome: outcome.state,
    errorClass: outcome.errorClass,
    errorTemplate: outcome.template,
    resultKind: found.kind,
    resultFingerprint: wholeFingerprint(found.fingerprint, recorded),
    effect: recorded.effect ?? 'unknown',
    startMs: 0,
    durationMs: recorded.duration_ms ?? 0,
    agent: recorded.agent ?? '',
    session: recorded.session ?? run.id,
    epoch: recorded.epoch ?? 0,
    modelMs: 0,
    inputTokens: recorded.model_tokens ?? 0,
    outputTokens: 0,
    cost: 0,
    text: {
      args: typeof recorded.args === 'string' ? recorded.args : JSON.stringify(recorded.args),
      result: recorded.result,
      resultLength: recorded.result_len ?? recorded.result?.length ?? 0,
    },
  };
}

/** Where only the beginning was recorded, the hash of the whole decides. */
function wholeFingerprint(fingerprint: string | null, recorded: RecordedCall): string | null {
  const isCut = (recorded.result_len ?? 0) > (recorded.result ?? '').length;
  if (fingerprint === null || !isCut) return fingerprint;
  return createHash('sha256')
    .update(`${fingerprint}${recorded.result_sha ?? ''}`)
    .digest('hex')
    .slice(0, 16);
}

export function predict(run: RecordedRun): Prediction {
  const declarations = declarationsOf(run);
  const loops = detectLoops(callsOf(run, declarations), { declarations });
  return {
    id: run.id,
    loops: loops.map(({ kind, calls, severity }) => ({ kind, calls, severity })),
  };
}

/** All runs below a folder of data sets, or of the named ones, in file order. */
export async function readRuns(
  dataDir: string,
  only: readonly string[] = ['*'],
): Promise<RecordedRun[]> {
  const files: string[] = [];
  for (const name of only) {
    for await (const file of glob(`${name}/*turns.jsonl.gz`, { cwd: dataDir })) files.push(file);
  }
  return files
    .toSorted()
    .flatMap((file) => parseLines(gunzipSync(readFileSync(join(dataDir, file))).toString('utf8')));
}

export function readCases(file: string): (RecordedRun & ReportCase)[] {
  return parseLines(readFileSync(file, 'utf8')) as (RecordedRun & ReportCase)[];
}

/** What a report case wants. */
export interface ReportCase {
  family: string;
  want: string;
  also?: string[];
  incidents?: number;
  loop?: number[];
}

function parseLines(text: string): RecordedRun[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}
