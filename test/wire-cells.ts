import { resolveSession } from '@loopscope/analyzer';
import { readArguments, signCall } from '@loopscope/signature';
import { HINT_MARK, type ToolCallRow, type TurnVerdictRow } from '@loopscope/sql';
import { rowsOf, truthOf } from './wire-recordings.ts';
import type { TrueCall, Truth } from './wire-recordings.ts';

/** One recording, end to end, call by call against the calls that were made. */
export interface Cell {
  made: number;
  found: number;
  /** Among the found: what the wire does not say. */
  withoutArguments: number;
  withoutOutcome: number;
  wrong: number;
  tooMany: number;
  session: Verdict;
  tokens: Verdict;
  /** Lines that the user is shown. */
  hints: string[];
}

export type Verdict = 'right' | 'missing' | 'wrong';

export function cellOf(emitter: string, scenario: string): Cell {
  const truth = truthOf(emitter, scenario);
  const { toolCalls, turnVerdicts } = resolveSession(rowsOf(emitter, scenario), {
    declarations: new Map(),
    prices: new Map(),
  });
  const marks = new Set(turnVerdicts.flatMap((turn) => turn.marks));
  return {
    ...compareCalls(truth.tool_calls, toolCalls.filter(isOwnCall)),
    session: judgeSession(truth, turnVerdicts),
    tokens: judgeTokens(truth, turnVerdicts),
    hints: [...marks].flatMap((mark) =>
      mark.startsWith(HINT_MARK) ? mark.slice(HINT_MARK.length) : [],
    ),
  };
}

/** Some agents end by calling a tool that only carries the answer. */
export function isOwnCall({ tool_kind }: ToolCallRow): boolean {
  return tool_kind !== 'output_function';
}

export function trueSignature(made: TrueCall): string {
  return signCall(made.tool, readArguments(JSON.stringify(made.args))).signature ?? '';
}

export function trueOutcome({ outcome }: TrueCall): string {
  return outcome === 'empty' ? 'ok' : outcome;
}

/** Each true call with the call of its id, else with the first that is like it. */
function compareCalls(
  truth: readonly TrueCall[],
  seen: readonly ToolCallRow[],
): Omit<Cell, 'session' | 'tokens' | 'hints'> {
  const free = [...seen];
  const counts = { found: 0, withoutArguments: 0, withoutOutcome: 0, wrong: 0 };
  for (const made of truth) {
    const signature = trueSignature(made);
    const isSame = (call: ToolCallRow): boolean =>
      call.tool === made.tool && (call.signature === '' || call.signature === signature);
    const call =
      free.find((each) => isSame(each) && each.call_id === made.call_id) ?? free.find(isSame);
    if (call === undefined) continue;
    free.splice(free.indexOf(call), 1);
    counts.found += 1;
    if (call.signature === '') counts.withoutArguments += 1;
    if (call.outcome === trueOutcome(made)) continue;
    if (call.outcome === 'unknown') counts.withoutOutcome += 1;
    else counts.wrong += 1;
    if (call.call_id !== '' && made.call_id !== null && call.call_id !== made.call_id) {
      counts.wrong += 1;
    }
  }
  return { made: truth.length, ...counts, tooMany: free.length };
}

function judgeSession({ session_id }: Truth, turns: readonly TurnVerdictRow[]): Verdict {
  if (turns.every((turn) => turn.session_id === session_id)) return 'right';
  const isUnnamed = turns.every((turn) => turn.trace_ids.includes(turn.session_id));
  return isUnnamed ? 'missing' : 'wrong';
}

function judgeTokens({ usage }: Truth, turns: readonly TurnVerdictRow[]): Verdict {
  const sum = (of: (turn: TurnVerdictRow) => number) =>
    turns.reduce((all, turn) => all + of(turn), 0);
  const input = sum((turn) => turn.input_tokens);
  const output = sum((turn) => turn.output_tokens);
  if (input === usage.input_tokens && output === usage.output_tokens) return 'right';
  return input + output === 0 ? 'missing' : 'wrong';
}
