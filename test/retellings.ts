import { createHash } from 'node:crypto';

import type { RecordedCall, RecordedRun, ReportCase } from '../bench/score/runs.ts';

export type Case = RecordedRun & ReportCase;
/** The same story told in another way: what is a loop stays one, what is honest work stays honest. */
export type Retelling = (told: Case) => Case;

/** Every call retold by itself. */
export function eachCall(
  retell: (call: RecordedCall, told: Case) => Partial<RecordedCall>,
): Retelling {
  return (told) => ({
    ...told,
    calls: told.calls.map((call) => ({ ...call, ...retell(call, told) })),
  });
}

/** A new whole text, with its length and hash. */
export function withResult(call: RecordedCall, result: string): Partial<RecordedCall> {
  const isCut = (call.result_len ?? 0) > (call.result ?? '').length;
  return isCut
    ? { result, result_len: (call.result_len ?? 0) + result.length - (call.result ?? '').length }
    : { result, result_len: result.length, result_sha: shaOf(result) };
}

export function shaOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 12);
}

export function parsed(text: string | null): unknown {
  try {
    return text === null || !/^\s*[[{]/.test(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mapFields(
  value: unknown,
  map: (entries: [string, unknown][]) => [string, unknown][],
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, map));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => [
    name,
    mapFields(field, map),
  ]);
  return Object.fromEntries(map(entries));
}

function aliasOf(tool: string): string {
  return `do_${createHash('sha1').update(tool).digest('hex').replaceAll(/\d/g, 'x').slice(0, 7)}`;
}

/** Tools under names that say nothing, in what is said of them, too. */
const otherTools: Retelling = (told) => {
  const retold = eachCall((call) => {
    const tool = call.tool ?? '';
    return {
      tool: aliasOf(tool),
      ...withResult(call, (call.result ?? '').replaceAll(tool || '\u0000', aliasOf(tool))),
    };
  })(told);
  const tools = Object.entries(told.tools ?? {}).map(([name, fields]) => [aliasOf(name), fields]);
  return told.tools === undefined ? retold : { ...retold, tools: Object.fromEntries(tools) };
};

/** Fields of the arguments under other names. */
const otherFields: Retelling = (told) => {
  const rename = (name: string): string => `in_${name}`;
  const retold = eachCall((call) => ({
    args:
      typeof call.args === 'object' && call.args !== null && !Array.isArray(call.args)
        ? Object.fromEntries(
            Object.entries(call.args).map(([name, value]) => [rename(name), value]),
          )
        : call.args,
  }))(told);
  if (told.tools === undefined) return retold;
  const tools = Object.entries(told.tools).map(([name, { identity, volatile }]) => [
    name,
    {
      ...(identity === undefined ? {} : { identity: identity.map(rename) }),
      ...(volatile === undefined ? {} : { volatile: volatile.map(rename) }),
    },
  ]);
  return { ...retold, tools: Object.fromEntries(tools) };
};

/** Ids such as C-7841 and U_204 under other names, wherever they stand. */
const otherIds: Retelling = (told) => {
  const rename = (text: string): string =>
    text.replaceAll(/\b[A-Za-z]{1,6}[-_]\d+\b/g, (id) => `z${id}`);
  return eachCall((call) => ({
    args: JSON.parse(rename(JSON.stringify(call.args))),
    ...withResult(call, rename(call.result ?? '')),
  }))(told);
};

/** Figures in the arguments as texts. */
const figuresAsTexts = eachCall((call) => ({
  args: mapFields(call.args, (fields) =>
    fields.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  ),
}));

/** Keys in another order in every second call. */
const otherOrder = eachCall((call) => {
  if (call.i % 2 === 0) return {};
  const turned = (value: unknown): unknown => mapFields(value, (fields) => fields.toReversed());
  const result = parsed(call.result);
  return {
    args: turned(call.args),
    ...(result === undefined ? {} : withResult(call, JSON.stringify(turned(result)))),
  };
});

/** Arguments as the text that a model wrote, with spaces. */
const argumentsAsText = eachCall((call) => ({ args: JSON.stringify(call.args, null, 1) }));

/** Results as MCP servers send them. */
const inContent = eachCall((call) =>
  withResult(
    call,
    JSON.stringify({
      content: [{ type: 'text', text: call.result ?? '' }],
      ...(call.error ? { isError: true } : {}),
    }),
  ),
);

/** Results in the envelope of a web service. */
const inEnvelope = eachCall((call) => {
  if (call.error) return {};
  const result = parsed(call.result) ?? call.result ?? '';
  return withResult(call, JSON.stringify({ success: true, data: result }));
});

/** Results as Python prints them. */
const asPython = eachCall((call) => {
  const result = parsed(call.result);
  return result === undefined ? {} : withResult(call, pythonOf(result));
});

function pythonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => pythonOf(item)).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll('\n', String.raw`\n`)}'`;
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `'${name}': ${pythonOf(field)}`);
  return `{${fields.join(', ')}}`;
}

/** Every result under a request id and a time of its own. */
const withRequestIds = eachCall((call) => {
  const requestId = `req-${shaOf(`request ${call.i}`)}`;
  const at = new Date(1_714_640_000_000 + call.i * 7_919).toISOString();
  const result = parsed(call.result);
  if (result === undefined || call.error) return {};
  const fields = Array.isArray(result) ? { items: result } : (result as Record<string, unknown>);
  return withResult(call, JSON.stringify({ ...fields, request_id: requestId, timestamp: at }));
});

/** Every text ends with how long it took. */
const withDurations = eachCall((call) => {
  if (parsed(call.result) !== undefined || (call.result ?? '') === '') return {};
  return withResult(call, `${call.result}\n(took ${(call.i * 37) % 900} ms)`);
});

/** Fresh ids of the provider in the arguments, declared as what they are. */
const withCallIds: Retelling = (told) => {
  const retold = eachCall((call) => ({
    args:
      typeof call.args === 'object' && call.args !== null && !Array.isArray(call.args)
        ? { ...call.args, tool_call_id: `call_${shaOf(String(call.i))}` }
        : call.args,
  }))(told);
  const names = new Set(told.calls.map(({ tool }) => tool ?? ''));
  const tools = [...names].map((name) => {
    const declared = told.tools?.[name];
    return [name, { ...declared, volatile: [...(declared?.volatile ?? []), 'tool_call_id'] }];
  });
  return { ...retold, tools: Object.fromEntries(tools) };
};

/** All of it done by a sub-agent. */
const bySubAgent = eachCall((call) => ({ agent: `worker/${call.agent ?? 'one'}` }));

/** Beside a sub-agent that does other work. */
const besideOthers: Retelling = (told) => {
  const positions = new Map<number, number>();
  const calls: RecordedCall[] = [];
  for (const call of told.calls) {
    const last = calls.at(-1);
    if (call.i % 3 === 2 && last?.step !== call.step) {
      const nth = calls.length;
      calls.push({
        i: nth,
        ...(call.turn === undefined ? {} : { turn: call.turn }),
        step: 1_000_000 + nth,
        tool: 'open_chapter',
        args: { chapter: `c${shaOf(String(nth))}` },
        result: `Chapter ${shaOf(`text ${nth}`)} tells of ${shaOf(`topic ${nth}`)}.`,
        error: false,
        effect: 'read',
        agent: 'reader',
        ...(call.session === undefined ? {} : { session: call.session }),
        start_ms: call.start_ms ?? 0,
        duration_ms: 0,
      });
    }
    positions.set(call.i, calls.length);
    calls.push({ ...call, i: calls.length });
  }
  const loop = told.loop?.map((at) => positions.get(at) ?? at);
  return { ...told, calls, ...(loop === undefined ? {} : { loop }) };
};

/** The context is compacted every ten calls. */
const compacted = eachCall((call) => ({ epoch: Math.floor(call.i / 10) }));

/** Only the first two kilobytes of each text are kept. */
const cutAt = (length: number): Retelling =>
  eachCall((call) => {
    const result = call.result ?? '';
    if (result.length <= length) return {};
    return {
      result: result.slice(0, length),
      result_len: call.result_len ?? result.length,
      result_sha: call.result_sha ?? shaOf(result),
    };
  });

const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/"(?:pending|running)"/g, '"läuft"'],
  [/"(?:completed|done)"/g, '"fertig"'],
  [/page: loading/g, 'Seite: wird geladen'],
  [/No agents found\./g, 'Keine Agenten gefunden.'],
  [/Updated to-do list to/g, 'Aufgabenliste unverändert:'],
  [/String to replace not found in file\./g, 'Text nicht gefunden in der Datei.'],
  [/timeout: no answer within/g, 'Zeitüberschreitung: keine Antwort innerhalb von'],
];

/** States and reasons in German. */
const inGerman = eachCall((call) => {
  let result = call.result ?? '';
  for (const [english, german] of GERMAN) result = result.replaceAll(english, german);
  return result === call.result ? {} : withResult(call, result);
});

/** Nobody declared what the tools do. */
export const withoutEffects: Retelling = (told) => ({
  ...told,
  calls: told.calls.map((call) => {
    const undeclared = { ...call };
    delete undeclared.effect;
    return undeclared;
  }),
});

/** One after the other. */
export function inTurn(...retellings: readonly Retelling[]): Retelling {
  return (told) => retellings.reduce((story, retell) => retell(story), told);
}

export const RETELLINGS: Readonly<Record<string, Retelling>> = {
  'tools under other names': otherTools,
  'fields under other names': otherFields,
  'things under other ids': otherIds,
  'figures as texts': figuresAsTexts,
  'keys in another order': otherOrder,
  'arguments as text': argumentsAsText,
  'results in MCP content': inContent,
  'results in an envelope': inEnvelope,
  'results as Python prints them': asPython,
  'request ids and times': withRequestIds,
  'how long it took': withDurations,
  'call ids in the arguments': withCallIds,
  'a sub-agent': bySubAgent,
  'others at work beside it': besideOthers,
  'a compacted context': compacted,
  'texts cut at 2 kB': cutAt(2_000),
  'states in German': inGerman,
};
