import { resolveSession } from '@loopscope/analyzer';
import { fingerprintResult, readArguments, readOutcome, signCall } from '@loopscope/signature';
import type { NarrowSpanRow } from '@loopscope/sql';
import { BLANK_SPAN } from '@loopscope/sql/sample-rows';
import { fastestOf } from './fastest.ts';

const START_NS = 1_790_000_000_000_000_000n;
const STEP_NS = 2_400_000_000n;
const TOOL_NS = 92_000_000n;
const context = { declarations: new Map(), prices: new Map() };

/** One turn: an agent, and for each call the model span that asked for it. A tenth of the calls repeat one question. */
function turnOf(calls: number): NarrowSpanRow[] {
  const rows = [
    row({ id: 1, startNs: START_NS, lengthNs: STEP_NS * BigInt(calls) }, { kind: 'agent' }),
  ];
  for (let i = 0; i < calls; i += 1) {
    const startNs = START_NS + STEP_NS * BigInt(i);
    const asked = { id: 2 * i + 2, startNs, lengthNs: STEP_NS - TOOL_NS };
    rows.push(
      row(asked, { kind: 'model', model: 'some-model', input_tokens: 100, output_tokens: 9 }),
    );
    const called = { id: 2 * i + 3, startNs: startNs + STEP_NS - TOOL_NS, lengthNs: TOOL_NS };
    rows.push(row(called, toolColumns(i % 10 === 0 ? 0 : i)));
  }
  return rows;
}

function toolColumns(question: number): Partial<NarrowSpanRow> {
  const signed = signCall('search', readArguments(JSON.stringify({ question })));
  const result = JSON.stringify({ answer: question });
  const outcome = readOutcome({ status: 'unset', result });
  const print = fingerprintResult(result, outcome);
  return {
    kind: 'tool',
    tool: 'search',
    layer: 'framework',
    args_known: 1,
    result_known: 1,
    outcome: outcome.state,
    signature: signed.signature ?? '',
    identity: signed.identity ?? '',
    result_kind: print.kind,
    result_fingerprint: print.fingerprint ?? '',
  };
}

function row(
  span: { id: number; startNs: bigint; lengthNs: bigint },
  own: Partial<NarrowSpanRow>,
): NarrowSpanRow {
  const { id, startNs, lengthNs } = span;
  const hex = (value: number): string => value.toString(16).padStart(16, '0');
  const startedAt = new Date(Number(startNs / 1_000_000n)).toISOString();
  return {
    ...BLANK_SPAN,
    trace_id: '1'.padStart(32, '0'),
    session_id: 'session-1',
    agent_name: 'support',
    agent_version: '1',
    span_id: hex(id),
    parent_span_id: id === 1 ? '' : hex(1),
    start_ns: String(startNs),
    end_ns: String(startNs + lengthNs),
    started_at: startedAt.replace('T', ' ').replace('Z', ''),
    duration_ms: Number(lengthNs) / 1e6,
    ...own,
  };
}

/** Prints one line; answers milliseconds per span. */
function measure(calls: number, base: number | null): number {
  const rows = turnOf(calls);
  const ms = fastestOf(() => resolveSession(rows, context), 1) / 1e6;
  const perSpan = ms / rows.length;
  const ratio = perSpan / (base ?? perSpan);
  const rate = Math.round(1_000 / perSpan).toLocaleString('en');
  console.log(
    [
      `${calls} calls`.padStart(12),
      `${ms.toFixed(1)} ms`.padStart(12),
      `${rate} spans/s`.padStart(18),
      `${ratio.toFixed(2)} of the first per span`.padStart(28),
    ].join(''),
  );
  return perSpan;
}

console.log('the narrow spans of one turn -> its rows, loops included');
const base = measure(1_000, null);
for (const calls of [3_000, 10_000, 30_000, 100_000]) measure(calls, base);
