import { createHash } from 'node:crypto';

import type { ToolDeclaration } from '@loopscope/signature';
import { z } from 'zod';

import { isRecord, numberOf, textOf } from './json-text.ts';
import {
  RecordError,
  UNNAMED_TOOL,
  type RecordedCall,
  type RecordedRun,
  type RecordedTurn,
} from './run.ts';

const time = z.unknown().transform((value, context) => {
  const ms = timeOf(value);
  if (ms === undefined) {
    context.addIssue({
      code: 'custom',
      message: 'give ISO 8601, seconds or milliseconds since 1970',
    });
    return z.NEVER;
  }
  return ms;
});

/** Milliseconds, on whatever clock the run has; ISO 8601 too. */
const timeInMs = z.unknown().transform((value, context) => {
  const ms = numberOf(value) ?? timeOf(value);
  if (ms === undefined) {
    context.addIssue({ code: 'custom', message: 'give milliseconds, or ISO 8601' });
    return z.NEVER;
  }
  return ms;
});

const plainCall = z.looseObject({
  i: z.number().optional(),
  turn: z.number().int().min(1).optional(),
  step: z.number().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  agent: z.string().nullish(),
  session: z.string().nullish(),
  tool: z.string(),
  effect: z.enum(['read', 'write', 'destructive', 'unknown']).nullish(),
  args: z.unknown().optional(),
  result: z.unknown().optional(),
  result_len: z.number().int().nonnegative().optional(),
  result_sha: z.string().optional(),
  error: z
    .union([
      z.boolean(),
      z.string(),
      z.looseObject({ type: z.string().optional(), message: z.string().optional() }),
    ])
    .nullish(),
  kind: z.string().nullish(),
  t: time.optional(),
  start_ms: timeInMs.optional(),
  duration_ms: z.number().nonnegative().nullish(),
});
type PlainCall = z.output<typeof plainCall>;

const fields = z.array(z.string().min(1)).exactOptional();
const plainTool = z.looseObject({ identity: fields, volatile: fields });

const plainRun = z.looseObject({
  id: z.union([z.string().min(1), z.number()]).optional(),
  dataset: z.string().nullish(),
  agent: z.string().nullish(),
  agent_version: z.string().nullish(),
  model: z.string().nullish(),
  task: z.string().nullish(),
  tools: z.record(z.string(), plainTool).nullish(),
  calls: z.array(plainCall),
});

/** Reads one run of the plain form (docs/import.md); throws a RecordError that names the wrong field. */
export function readPlain(value: unknown, text: string): RecordedRun {
  const parsed = plainRun.safeParse(value);
  if (!parsed.success) throw new RecordError(describe(parsed.error.issues[0]));
  const run = parsed.data;
  const agent = run.agent ?? '';
  return {
    id: String(run.id ?? contentId('run', text)),
    dataset: run.dataset ?? '',
    agent,
    agentVersion: run.agent_version ?? '',
    model: run.model ?? '',
    task: run.task ?? '',
    declarations: new Map(Object.entries(run.tools ?? {}).map(toDeclaration)),
    turns: toTurns(run.calls, agent),
  };
}

function toDeclaration([tool, declared]: [string, z.output<typeof plainTool>]): [
  string,
  ToolDeclaration,
] {
  const { identity, volatile } = declared;
  return [
    tool,
    {
      ...(identity === undefined ? {} : { identity }),
      ...(volatile === undefined ? {} : { volatile }),
    },
  ];
}

/** A run without an id gets one from its content, so that importing it again changes nothing. */
export function contentId(prefix: string, text: string): string {
  return `${prefix}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

function toTurns(calls: readonly PlainCall[], agent: string): RecordedTurn[] {
  const turns = new Map<string, RecordedTurn>();
  const lastSteps = new Map<string, number | undefined>();
  for (const [position, call] of calls.entries()) {
    const number = call.turn ?? 1;
    const session = call.session ?? '';
    const key = JSON.stringify([session, number]);
    const turn = turns.get(key) ?? { number, session, steps: [] };
    turns.set(key, turn);
    const last = turn.steps.at(-1);
    const isParallel =
      last !== undefined && call.step !== undefined && call.step === lastSteps.get(key);
    const recorded = toCall(call, position, agent);
    if (isParallel) last.calls.push(recorded);
    else turn.steps.push({ answer: null, calls: [recorded] });
    lastSteps.set(key, call.step);
  }
  // A run without calls is a run all the same: its turn called nothing.
  return turns.size === 0 ? [{ number: 1, session: '', steps: [] }] : [...turns.values()];
}

function toCall(call: PlainCall, position: number, agent: string): RecordedCall {
  const result = call.kind === 'unrecorded' ? null : textOf(call.result);
  const error = call.error ?? null;
  return {
    id: call.id === undefined ? `call-${call.i ?? position}` : String(call.id),
    position,
    tool: call.tool === '' ? UNNAMED_TOOL : call.tool,
    agent: call.agent ?? agent,
    args: textOf(call.args),
    result,
    wholeResult: wholeResult(call, result),
    isError: error === null ? null : error !== false,
    errorText: errorText(error),
    errorType: isRecord(error) ? (error.type ?? '') : '',
    effect: call.effect ?? null,
    startMs: call.start_ms ?? call.t ?? null,
    durationMs: call.duration_ms ?? null,
  };
}

function wholeResult(call: PlainCall, result: string | null): RecordedCall['wholeResult'] {
  if (result === null || call.result_len === undefined || call.result_sha === undefined)
    return null;
  // Sources count code points, UTF-16 units or bytes; the smallest of them never takes a cut text for whole.
  if (call.result_len <= Array.from(result).length) return null;
  return { length: call.result_len, sha: call.result_sha };
}

/** What the source says about the failure beside the result; the result's own text is read where it is stored. */
function errorText(error: PlainCall['error'] | null): string {
  if (typeof error === 'string') return error;
  return isRecord(error) ? (error.message ?? '') : '';
}

/** Milliseconds since 1970; null where absent, undefined where it is no time. */
export function timeOf(value: unknown): number | null | undefined {
  if (value === null || value === undefined || value === '') return null;
  const number = numberOf(value);
  // Below this, seconds: as milliseconds it would be before March 1973.
  if (number !== null) return number < 1e11 ? number * 1000 : number;
  const parsed = typeof value === 'string' ? Date.parse(withZone(value)) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** A time without a zone is UTC. */
function withZone(text: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text;
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const path = (issue?.path ?? []).reduce<string>(
    (text, key) =>
      text + (typeof key === 'number' ? `[${key}]` : `${text === '' ? '' : '.'}${String(key)}`),
    '',
  );
  const message = (issue?.message ?? 'not readable').replace('Invalid input: ', '');
  return path === '' ? message : `${path}: ${message}`;
}
