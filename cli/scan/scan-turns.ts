import type { Scanned, ScannedTurn } from '@loopscope/api';
import type { ResolvedRows } from '@loopscope/analyzer';
import { DecodeError } from '@loopscope/collector';
import { savings } from '@loopscope/loops';
import { attemptKey, isErrorClass, type Declarations } from '@loopscope/signature';
import { toTurnSteps, type SpanRow, type ToolCallRow, type TurnVerdictRow } from '@loopscope/sql';

import { detectForm } from '../import/detect-form.ts';
import { parseRecord } from '../import/parse-record.ts';
import { readOtlp } from '../import/read-otlp.ts';
import { readRun } from '../import/read-run.ts';
import { RecordError } from '../import/run.ts';
import { splitRecords } from '../import/split-records.ts';
import type { BatchContext } from './scan-batch.ts';
import { resolveRows } from './scan-rows.ts';
import { rowsOfRun } from './scan-run.ts';
import { createToRows, type ToRows } from './span-rows.ts';

/** Spans that are resolved together, and how their tools are declared. */
interface Group {
  rows: SpanRow[];
  declarations: Declarations;
}

/** A text with recorded runs of any form -> its turns with all that a trajectory shows. */
export async function scanTurns(
  text: string,
  limit: number,
  context: BatchContext,
): Promise<Scanned> {
  const { groups, problems } = await readGroups(text, context);
  const judged = groups.flatMap(({ rows, declarations }) => {
    const resolved = resolveRows(rows, { declarations, prices: context.prices });
    return resolved.turnVerdicts.map((turn) => ({ turn, resolved, rows }));
  });
  // Only what is answered is made ready to be shown.
  const worst = judged.toSorted((a, b) => weigh(b.turn) - weigh(a.turn)).slice(0, limit);
  const turns = worst.map(({ turn, resolved, rows }) => toScannedTurn(turn, resolved, rows));
  return { found: judged.length, turns, problems };
}

interface Reading {
  groups: Group[];
  problems: { where: string; why: string }[];
}

async function readGroups(text: string, context: BatchContext): Promise<Reading> {
  const telemetry: Group = { rows: [], declarations: context.declarations };
  const reading: Reading = { groups: [], problems: [] };
  const toRows = createToRows(context.declarations, context.nowMs);
  for await (const record of splitRecords(chunksOf(text))) {
    const where = `line ${record.line}`;
    const { values, problem } = parseRecord(record);
    if (problem !== '') reading.problems.push({ where, why: problem });
    for (const value of values) {
      try {
        const group = readValue(value, { context, toRows, telemetry });
        if (group !== telemetry) reading.groups.push(group);
      } catch (error) {
        if (!(error instanceof RecordError || error instanceof DecodeError)) throw error;
        reading.problems.push({ where, why: error.message });
      }
    }
  }
  if (telemetry.rows.length > 0) reading.groups.push(telemetry);
  return reading;
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

interface Work {
  context: BatchContext;
  toRows: ToRows;
  /** All telemetry is one group: a session may lie in several requests. */
  telemetry: Group;
}

function readValue(value: unknown, { context, toRows, telemetry }: Work): Group {
  const form = detectForm(value);
  if (form === null) throw new RecordError('neither OTLP/JSON, nor a chat, nor a plain run');
  if (form === 'otlp') {
    for (const part of readOtlp(value)) {
      for (const row of toRows(`{"resourceSpans":[${part.text}]}`)) telemetry.rows.push(row);
    }
    return telemetry;
  }
  const { rows, declarations } = rowsOfRun(readRun(form, value), { ...context, toRows, form });
  return { rows, declarations };
}

function toScannedTurn(
  verdict: TurnVerdictRow,
  { toolCalls, loops }: ResolvedRows,
  spans: readonly SpanRow[],
): ScannedTurn {
  const calls = toolCalls.filter((call) => call.turn_id === verdict.turn_id);
  const { deleted: _deleted, signatures: _signatures, identities: _identities, ...turn } = verdict;
  const distinctRatio = calls.length === 0 ? null : turn.distinct_signatures / calls.length;
  return {
    turn: { ...turn, distinct_ratio: distinctRatio },
    steps: toTurnSteps(verdict, calls, spans),
    loops: loops
      .filter((loop) => loop.turn_id === verdict.turn_id)
      .toSorted((a, b) => (a.started_at < b.started_at ? -1 : 1)),
    savings: savingsOf(calls),
  };
}

function savingsOf(calls: readonly ToolCallRow[]): ScannedTurn['savings'] {
  const inOrder = calls.toSorted((a, b) => a.seq - b.seq);
  const costs = inOrder.map((call) => ({
    durationMs: call.duration_ms,
    modelMs: call.model_ms,
    inputTokens: call.input_tokens,
    outputTokens: call.output_tokens,
    cost: call.cost,
    effect: call.effect,
    outcome: call.outcome,
    errorClass: isErrorClass(call.error_class) ? call.error_class : null,
  }));
  const keys = inOrder.map((call, at) =>
    attemptKey(call.tool, call.identity || null, costs[at]?.errorClass ?? null),
  );
  return savings(costs, keys).map((saving) => ({
    cap: saving.cap,
    calls: saving.calls,
    ms: saving.ms,
    input_tokens: saving.inputTokens,
    output_tokens: saving.outputTokens,
    cost: saving.usd,
    side_effects: saving.sideEffects,
  }));
}

const VERDICTS = ['healthy', 'watch', 'loop'];

/** The verdict first, then the most attempts. */
function weigh(turn: TurnVerdictRow): number {
  return VERDICTS.indexOf(turn.verdict) * 1e9 + turn.max_attempts;
}
