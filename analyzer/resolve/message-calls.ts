import type { AskedCall, FedBackResult } from '@loopscope/sql';

import { askedContent, fillFromAsked, fillFromFedBack } from './call-content.ts';
import { createFreeCalls } from './free-calls.ts';
import type { Span } from './span.ts';
import type { CallContent } from './content.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';
import { canonicalTool, isSameTool } from './tool-name.ts';
import type { Turn } from './turn.ts';

/** A call in a model's answer, and the tool call that it is. */
interface Wish {
  asked: AskedCall;
  index: number;
  model: ModelCall;
  call: ToolCall | null;
}

/**
 * Joins what models asked for with the turn's tool spans: by call id, else by step, tool and order; ids alone prove
 * nothing, since some senders give them out again. What no span covers becomes a call of its own. Corrects who asked.
 */
export function addMessageCalls(turn: Turn): ToolCall[] {
  const models = turn.models.filter((model) => model.messages !== null);
  const told = toldLater(models);
  const wishes = models.flatMap((model) =>
    (told.get(model) ?? model.messages?.asked ?? []).map((asked, index): Wish => ({
      asked,
      index,
      model,
      call: null,
    })),
  );
  if (models.length === 0) return turn.calls;
  const free = new Set(turn.calls);
  claimAll(wishes, turn.calls, free);
  const calls = [...turn.calls];
  const next = nextOf(models);
  for (const wish of wishes) {
    if (wish.call === null) calls.push((wish.call = toCall(wish, next.get(wish.model))));
    else wish.call.content = fillFromAsked(wish.call, wish.asked);
    if (wish.asked.args !== '') wish.call.heard.args = wish.asked.args;
    wish.call.asker = wish.model;
    wish.call.position = wish.index;
  }
  feedBack(wishes, models);
  for (const wish of wishes) {
    blameRun(wish);
    forgetItemId(wish);
  }
  return calls;
}

/** Some answers show no calls, and only the history in the next input of the same agent does. */
function toldLater(models: readonly ModelCall[]): Map<ModelCall, readonly AskedCall[]> {
  const told = new Map<ModelCall, readonly AskedCall[]>();
  const last = new Map<Span | null, ModelCall>();
  const shown = new Set<string>();
  for (const model of models) {
    const before = last.get(model.span.lane);
    const calls = model.messages?.asked_before ?? [];
    const isNews = before?.messages?.asked.length === 0 && !calls.some(({ id }) => shown.has(id));
    if (before !== undefined && calls.length > 0 && isNews) told.set(before, calls);
    for (const { id } of [...calls, ...(model.messages?.asked ?? [])]) if (id !== '') shown.add(id);
    last.set(model.span.lane, model);
  }
  return told;
}

/** What a wish and a call have in common where the one is the other; an empty key fits nothing. */
interface ClaimRule {
  asks: (wish: Wish) => string;
  is: (call: ToolCall) => string;
}

const SIGNATURE: ClaimRule = {
  asks: ({ asked }) => asked.signature,
  is: ({ content }) => content.signature,
};

/** Each call is claimed once: by its id with its arguments first, since ids are given out again, and by less where nobody has a better claim. */
function claimAll(wishes: readonly Wish[], calls: readonly ToolCall[], free: Set<ToolCall>): void {
  const named = new Set(wishes.map(({ asked }) => asked.tool));
  const canonical = new Map([...named].map((tool) => [tool, canonicalTool(tool)]));
  const nameOf = (tool: string): string => canonical.get(tool) ?? canonicalTool(tool);
  const askedTools = new Set(canonical.values());
  const name: ClaimRule = {
    asks: ({ asked }) => nameOf(asked.tool),
    is: ({ content }) => nameOf(content.tool),
  };
  // A span that no model asked for by its name bears the framework's name for tools.
  const noName: ClaimRule = {
    asks: () => 'any',
    is: ({ content, span }) =>
      span.row.marks.includes('tool_name_unknown') || !askedTools.has(nameOf(content.tool))
        ? 'any'
        : '',
  };
  const passes: ((open: readonly Wish[]) => void)[] = [
    (open) => claimById(open, { calls, free, rule: SIGNATURE }),
    (open) => claimInStep(open, { free, rule: SIGNATURE }),
    (open) => claimById(open, { calls, free, rule: name }),
    (open) => claimById(open, { calls, free, rule: noName }),
    (open) => claimInStep(open, { free, rule: name }),
    (open) => claimInStep(open, { free, rule: noName }),
    (open) => claimWhileSpeaking(open, { free, rule: SIGNATURE }),
  ];
  let open = wishes;
  for (const pass of passes) {
    if (open.length === 0 || free.size === 0) return;
    pass(open);
    open = open.filter(({ call }) => call === null);
  }
}

interface Claims {
  free: Set<ToolCall>;
  rule: ClaimRule;
}

/** The first call with the id that begins after the model has. */
function claimById(
  wishes: readonly Wish[],
  { calls, free, rule }: Claims & { calls: readonly ToolCall[] },
): void {
  const keyOf = (id: string, key: string): string =>
    id === '' || key === '' ? '' : `${id} ${key}`;
  const open = createFreeCalls(calls, (call) => keyOf(call.content.call_id, rule.is(call)), free);
  for (const wish of wishes) {
    const key = keyOf(wish.asked.id, rule.asks(wish));
    const call = key === '' ? undefined : open.first(key, { from: wish.model.start });
    if (call !== undefined) claim(wish, call, free);
  }
}

function claimInStep(wishes: readonly Wish[], { free, rule }: Claims): void {
  const left = new Map(
    [...Map.groupBy(free, (call) => call.asker)].map(([asker, calls]) => [
      asker,
      createFreeCalls(calls, rule.is, free),
    ]),
  );
  for (const wish of wishes) {
    const call = left
      .get(wish.model)
      ?.first(rule.asks(wish), undefined, (each) => !differInId(wish, each));
    if (call !== undefined) claim(wish, call, free);
  }
}

/** A streamed answer's call may begin before the answer ends, and on a clock of milliseconds with the answer itself. */
function claimWhileSpeaking(wishes: readonly Wish[], { free, rule }: Claims): void {
  const open = createFreeCalls(free, rule.is, free);
  for (const wish of wishes) {
    const { model } = wish;
    // Whose model it is that lost its parents nobody knows.
    const isLane = ({ span }: ToolCall): boolean =>
      span.lane === model.span.lane || model.span.orphaned;
    const during = { from: model.start, to: model.end };
    const call = open.first(
      rule.asks(wish),
      during,
      (each) => isLane(each) && !differInId(wish, each),
    );
    if (call !== undefined) claim(wish, call, free);
  }
}

function differInId({ asked }: Wish, { content, span }: ToolCall): boolean {
  const isProtocol = span.row.layer === 'protocol';
  return !isProtocol && asked.id !== '' && content.call_id !== '' && asked.id !== content.call_id;
}

function claim(wish: Wish, call: ToolCall, free: Set<ToolCall>): void {
  wish.call = call;
  free.delete(call);
  if (isSameTool(call.content.tool, wish.asked.tool)) return;
  const { tool, signature, identity, identity_fields, args_known } = wish.asked;
  const args = args_known === 1 ? { signature, identity, identity_fields, args_known } : {};
  call.content = { ...call.content, ...args, tool };
}

/** The model call after each one in its lane. */
function nextOf(models: readonly ModelCall[]): Map<ModelCall, ModelCall> {
  const next = new Map<ModelCall, ModelCall>();
  const last = new Map<Span | null, ModelCall>();
  for (const model of models) {
    const before = last.get(model.span.lane);
    if (before !== undefined) next.set(before, model);
    last.set(model.span.lane, model);
  }
  return next;
}

/**
 * Seen in messages only, a call begins when its answer ends, and no later than the answer that follows, whatever finer
 * clocks of ends say; how long it took nobody has said.
 */
function toCall({ asked, index, model }: Wish, next: ModelCall | undefined): ToolCall {
  const at = Math.max(model.start, Math.min(model.end, next?.start ?? model.end));
  return {
    span: model.span,
    layers: [],
    start: at,
    end: at,
    index,
    source: 'messages',
    content: askedContent(asked),
    heard: { args: null, result: null },
    asker: model,
    position: index,
  };
}

/** Results in the inputs of later model calls: each to the earliest open call of its id, else in order to the last step's. */
function feedBack(wishes: readonly Wish[], models: readonly ModelCall[]): void {
  const wishesOf = Map.groupBy(wishes, (wish) => wish.model);
  const openById = new Map<string, Wish[]>();
  const isUnnamed = unnamedIds(wishes, models);
  let recent: Wish[] = [];
  for (const model of models) {
    for (const result of model.messages?.fed_back ?? []) {
      const wish = openById.get(result.id)?.shift() ?? takeUnnamed(recent, result, isUnnamed);
      if (wish?.call == null) continue;
      wish.call.content = withCallId(fillFromFedBack(wish.call.content, result), result);
      if (result.result !== '') wish.call.heard.result = result.result;
    }
    const asked = wishesOf.get(model) ?? [];
    for (const wish of asked) {
      const named = openById.get(wish.asked.id);
      if (named !== undefined) named.push(wish);
      else if (wish.asked.id !== '') openById.set(wish.asked.id, [wish]);
    }
    if (asked.length > 0) recent = [...asked];
  }
}

/** An item of the Responses interface has an id of its own beside that of the call; some answers give none. */
function withCallId(content: CallContent, { id }: FedBackResult): CallContent {
  const isOpen = content.call_id === '' || isItemId(content.call_id);
  return isOpen && id !== '' ? { ...content, call_id: id } : content;
}

const isItemId = (id: string): boolean => id.startsWith('fc_');

/** An item's id is none of the call's, and where nothing tells that one it is missing. */
function forgetItemId({ call }: Wish): void {
  if (call?.source !== 'messages' || !isItemId(call.content.call_id)) return;
  call.content = { ...call.content, call_id: '' };
}

/** A run that ends because there is no such tool says so above the model that asked, and nowhere else. */
function blameRun({ asked, call, model }: Wish): void {
  if (call === null || call.content.outcome !== 'unknown' || call.content.result_known === 1)
    return;
  for (let above = model.span.parent; above !== null; above = above.parent) {
    const { error_class, error_message, error_template } = above.row;
    const isMissing = error_class === 'unknown_tool' || error_class === 'not_found';
    if (!isMissing || !error_message.includes(asked.tool)) continue;
    const failed = { outcome: 'error', error_class: 'unknown_tool', error_template } as const;
    call.content = { ...call.content, ...failed };
    return;
  }
}

type IdTest = (asked: string, result: string) => boolean;

/** Of the two ids of a call in the Responses interface some senders give the one to the call and the other to its result. */
function unnamedIds(wishes: readonly Wish[], models: readonly ModelCall[]): IdTest {
  const asked = new Set(wishes.map((wish) => wish.asked.id));
  const told = new Set(
    models.flatMap(({ messages }) => messages?.fed_back ?? []).map(({ id }) => id),
  );
  return (askedId, resultId) =>
    askedId === '' || resultId === '' || (!told.has(askedId) && !asked.has(resultId));
}

/** Where one side bears no id that the other knows, tool and order decide. */
function takeUnnamed(recent: Wish[], result: FedBackResult, isUnnamed: IdTest): Wish | undefined {
  const at = recent.findIndex(
    ({ asked }) =>
      isUnnamed(asked.id, result.id) && (result.tool === '' || isSameTool(result.tool, asked.tool)),
  );
  return at === -1 ? undefined : recent.splice(at, 1)[0];
}
