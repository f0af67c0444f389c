import { readArguments, signCall } from '@loopscope/signature';
import { spanMessages, type SpanRow } from '@loopscope/sql';
import type { TrueCall } from './wire-recordings.ts';

/** A call as the collector's rows let one see it: a tool span, a model's message, or both. */
export interface SeenCall {
  tool: string;
  callId: string;
  /** Empty where the arguments are on the wire nowhere. */
  signature: string;
  outcome: SpanRow['outcome'];
}

/** How the calls seen compare with the calls made. */
export interface Comparison {
  found: number;
  /** Among the found: what the wire does not say. */
  withoutArguments: number;
  withoutOutcome: number;
  missing: number;
  wrong: number;
  tooMany: number;
}

/** A plain join of tool spans and messages, on purpose simpler than the analyzer's: it checks the rows, not the join. */
export function seenCalls(rows: readonly SpanRow[]): SeenCall[] {
  const messages = rows
    .filter((row) => row.kind === 'model' && row.messages !== '')
    .map((row) => spanMessages.parse(JSON.parse(row.messages)));
  const results = new Map(
    messages.flatMap(({ fed_back }) => fed_back.map((each) => [each.id, each])),
  );
  results.delete('');
  const tools = foldLayers(rows.filter((row) => row.kind === 'tool'));
  const seen: SeenCall[] = tools.map((row) => ({
    tool: row.tool,
    callId: row.call_id,
    signature: row.marks.includes('args_bare') ? '' : row.signature,
    outcome: row.outcome,
  }));
  const argsOfUnnamed = new Map(
    tools.flatMap((row, index) =>
      row.marks.includes('tool_name_unknown') ? [[seen[index]!, readArguments(row.args)]] : [],
    ),
  );
  const free = new Set(seen);
  const asked = distinct(messages.flatMap(({ asked }) => asked));
  for (const wish of asked) {
    const match =
      find(free, (call) => call.callId !== '' && call.callId === wish.id) ??
      find(free, (call) => call.tool === wish.tool && call.signature === wish.signature) ??
      find(
        free,
        (call) => call.tool === wish.tool && call.callId === '' && call.signature === '',
      ) ??
      find(free, (call) => {
        const args = argsOfUnnamed.get(call);
        return args !== undefined && signCall(wish.tool, args).signature === wish.signature;
      });
    const call = match ?? { tool: wish.tool, callId: wish.id, signature: '', outcome: 'unknown' };
    if (match) free.delete(match);
    else seen.push(call);
    if (argsOfUnnamed.has(call))
      Object.assign(call, { tool: wish.tool, signature: wish.signature });
    call.signature ||= wish.signature;
    if (call.outcome === 'unknown') call.outcome = results.get(wish.id)?.outcome ?? 'unknown';
  }
  return seen;
}

function find<Item>(items: Iterable<Item>, test: (item: Item) => boolean): Item | undefined {
  return [...items].find(test);
}

function distinct<Wish extends { id: string }>(wishes: readonly Wish[]): Wish[] {
  const ids = new Set<string>();
  return wishes.filter(({ id }) => id === '' || (!ids.has(id) && ids.add(id)));
}

/** One call seen by two layers or by two instrumentations is one. */
function foldLayers(tools: readonly SpanRow[]): SpanRow[] {
  const outer = tools.filter((row) => row.layer === 'framework');
  const inner = tools.filter((row) => row.layer === 'protocol');
  const taken = new Set<SpanRow>();
  const unclaimed = inner.filter((row) => {
    const claimed = outer.find(
      (each) =>
        !taken.has(each) &&
        each.tool === row.tool &&
        each.signature === row.signature &&
        BigInt(each.start_ns) <= BigInt(row.end_ns) &&
        BigInt(row.start_ns) <= BigInt(each.end_ns) + 2_000_000n,
    );
    if (claimed) taken.add(claimed);
    return claimed === undefined;
  });
  const ids = new Set<string>();
  const once = outer.filter(({ call_id, tool }) => {
    const key = `${tool}/${call_id}`;
    return call_id === '' || (!ids.has(key) && ids.add(key));
  });
  return [...once, ...unclaimed];
}

export function compare(truth: readonly TrueCall[], seen: readonly SeenCall[]): Comparison {
  const result = { withoutArguments: 0, withoutOutcome: 0, missing: 0, wrong: 0 };
  const free = new Set(seen);
  for (const made of truth) {
    const signature = signCall(made.tool, readArguments(JSON.stringify(made.args))).signature;
    const match =
      find(free, (call) => call.tool === made.tool && call.signature === signature) ??
      find(free, (call) => call.tool === made.tool && call.signature === '');
    if (match === undefined) {
      result.missing += 1;
      continue;
    }
    free.delete(match);
    if (match.signature === '') result.withoutArguments += 1;
    const outcome = made.outcome === 'empty' ? 'ok' : made.outcome;
    const hasId = match.callId !== '' && made.call_id !== null;
    if (match.outcome === 'unknown') result.withoutOutcome += 1;
    else if (match.outcome !== outcome) result.wrong += 1;
    if (hasId && match.callId !== made.call_id) result.wrong += 1;
  }
  return { found: truth.length - result.missing, ...result, tooMany: free.size };
}
