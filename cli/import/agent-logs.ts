import { firstText, isRecord, numberOf, textOf } from './json-text.ts';
import { rowsOf } from './trace-stores.ts';

type Row = Record<string, unknown>;
type Reader = (value: Row) => Row[] | null;

/** Logs that agents and evaluations keep of themselves, as records of the forms `chat` and `plain`; null where it is none of them. */
export function readAgentLog(value: unknown): Row[] | null {
  if (Array.isArray(value)) return isGemini(value[0]) ? [ofGemini(value, {})] : null;
  if (!isRecord(value)) return null;
  for (const read of READERS) {
    const runs = read(value);
    if (runs !== null) return runs;
  }
  return null;
}

const READERS: readonly Reader[] = [
  readInspect,
  readSweAgent,
  readOpenHands,
  readGeminiCli,
  readContents,
];

/** Inspect: the log of an evaluation, each sample a run. */
function readInspect({ eval: evaluation, samples }: Row): Row[] | null {
  if (!isRecord(evaluation) || !Array.isArray(samples)) return null;
  const dataset = firstText(evaluation, ['task']);
  const model = firstText(evaluation, ['model']);
  const run = firstText(evaluation, ['run_id', 'eval_id']);
  return rowsOf(samples).map(({ id, epoch, messages }) => ({
    dataset,
    model,
    id: [run, textOf(id), textOf(epoch)].filter(Boolean).join('/'),
    messages,
  }));
}

/** SWE-agent: each step of a trajectory runs one command line. */
function readSweAgent(value: Row): Row[] | null {
  const steps = rowsOf(value['trajectory']);
  if (steps.length === 0 || !steps.every(isSweStep)) return null;
  const calls = steps.filter(({ action }) => action !== '').map(toSweCall);
  const id = firstText(value, ['instance_id', 'environment']);
  return [{ ...(id === '' ? {} : { id }), agent: 'swe-agent', calls }];
}

function toSweCall({ action, observation, execution_time: seconds }: Row): Row {
  const took = numberOf(seconds);
  const call = { tool: 'bash', args: { command: action }, result: observation };
  return took === null ? call : { ...call, duration_ms: Math.round(took * 1000) };
}

function isSweStep({ action, observation }: Row): boolean {
  return typeof action === 'string' && typeof observation === 'string';
}

/** Actions of OpenHands that call nothing. */
const NO_CALL = new Set(['message', 'system', 'think', 'finish', 'recall', 'null', 'condensation']);

/** OpenHands: events of a run as an evaluation writes them, under `history`. */
function readOpenHands(value: Row): Row[] | null {
  const history: unknown[] = Array.isArray(value['history']) ? value['history'] : [];
  const events = history.flat().filter(isRecord);
  if (!events.some((event) => 'action' in event && 'source' in event)) return null;
  const causes = events.map((event) => [event['cause'], event] as const);
  const answers = new Map(causes.filter(([cause]) => cause !== undefined));
  const calls = events
    .filter(({ action, source }) => source === 'agent' && !NO_CALL.has(textOf(action) ?? 'null'))
    .map((event) => callOfOpenHands(event, answers.get(event['id'])));
  const id = firstText(value, ['instance_id', 'id']);
  return [{ ...(id === '' ? {} : { id }), agent: 'openhands', calls }];
}

function callOfOpenHands(event: Row, answer: Row | undefined): Row {
  const about = isRecord(event['tool_call_metadata']) ? event['tool_call_metadata'] : {};
  const { thought: _thought, ...args } = isRecord(event['args']) ? event['args'] : {};
  return {
    id: firstText(about, ['tool_call_id']),
    tool: firstText(about, ['function_name']) || firstText(event, ['action']),
    args,
    result: answer?.['content'],
    ...(answer?.['observation'] === 'error' ? { error: true } : {}),
    ...(typeof event['timestamp'] === 'string' ? { t: event['timestamp'] } : {}),
  };
}

/** Gemini CLI: a saved session, whose messages hold their calls with what came of them. */
function readGeminiCli({ sessionId, messages }: Row): Row[] | null {
  const rows = rowsOf(messages);
  const isOwn = typeof sessionId === 'string' && rows.some(({ type }) => type === 'gemini');
  if (!isOwn) return null;
  return [{ id: sessionId, agent: 'gemini-cli', messages: rows.flatMap(ofGeminiCli) }];
}

function ofGeminiCli(row: Row): Row[] {
  const { timestamp, content, model } = row;
  if (row['type'] === 'user') return [{ role: 'user', content, timestamp }];
  if (row['type'] !== 'gemini') return [];
  const calls = rowsOf(row['toolCalls']);
  const tokens = isRecord(row['tokens']) ? row['tokens'] : {};
  const answer = {
    role: 'assistant',
    content,
    timestamp,
    model,
    usage: {
      prompt_tokens: tokens['input'],
      completion_tokens: tokens['output'],
      prompt_tokens_details: { cached_tokens: tokens['cached'] },
    },
    tool_calls: calls.map(({ id, name, args }) => askedCall(id, name, args)),
  };
  return [answer, ...calls.map(resultOfGeminiCli)];
}

function resultOfGeminiCli({ id, result, status, timestamp }: Row): Row {
  const [part] = rowsOf(result);
  const response = part?.['functionResponse'];
  const content = isRecord(response) ? response['response'] : result;
  return {
    role: 'tool',
    tool_call_id: id,
    content: textOf(outputOf(content)),
    timestamp,
    ...(status === 'error' ? { is_error: true } : {}),
  };
}

/** Gemini's own messages: `contents` of a request, or a history. */
function readContents(value: Row): Row[] | null {
  for (const key of ['contents', 'history']) {
    const list: unknown = value[key];
    if (Array.isArray(list) && isGemini(list[0])) return [ofGemini(list, value)];
  }
  return null;
}

function isGemini(value: unknown): boolean {
  return isRecord(value) && typeof value['role'] === 'string' && Array.isArray(value['parts']);
}

function ofGemini(list: readonly unknown[], { id, model }: Row): Row {
  const open: { id: string; tool: string }[] = [];
  const messages = list.filter(isRecord).flatMap((content, at) => {
    const parts = rowsOf(content['parts']);
    const calls = parts.map(({ functionCall }) => functionCall).filter(isRecord);
    const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? text : []));
    if (content['role'] === 'model') {
      const asked = calls.map((call, position) => {
        const tool = firstText(call, ['name']);
        const callId = firstText(call, ['id']) || `call-${at}-${position}`;
        open.push({ id: callId, tool });
        return askedCall(callId, tool, call['args']);
      });
      return [{ role: 'assistant', content: texts.join('\n'), tool_calls: asked }];
    }
    const results = parts.flatMap((part) =>
      isRecord(part['functionResponse']) ? toResult(part['functionResponse'], open) : [],
    );
    return results.length > 0 ? results : [{ role: 'user', content: texts.join('\n') }];
  });
  return { ...(typeof id === 'string' ? { id } : {}), model, messages };
}

/** A response answers the call of its id, else the first open one of its tool. */
function toResult(response: Row, open: { id: string; tool: string }[]): Row {
  const given = firstText(response, ['id']);
  const tool = firstText(response, ['name']);
  const at = open.findIndex((call) => (given === '' ? call.tool === tool : call.id === given));
  const [call] = at === -1 ? [] : open.splice(at, 1);
  return {
    role: 'tool',
    tool_call_id: call?.id ?? given,
    content: textOf(outputOf(response['response'])),
  };
}

/** Gemini wants an object, so that most results stand alone in one. */
function outputOf(response: unknown): unknown {
  if (!isRecord(response)) return response;
  const entries = Object.entries(response);
  const [only] = entries;
  const isFrame = entries.length === 1 && (only?.[0] === 'output' || only?.[0] === 'result');
  return isFrame ? only?.[1] : response;
}

function askedCall(id: unknown, name: unknown, args: unknown): Row {
  return { id, type: 'function', function: { name, arguments: args } };
}
