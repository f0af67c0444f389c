/** Messages of OpenAI's and Anthropic's chats -> steps. Calls are told apart by tool and arguments; nothing is judged. */
import type { ModelStep, Step, ToolStep, Trajectory } from '@loopscope/api/contract';

import { hashText } from './hash-text.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null where no message calls a tool or says anything. */
export function readChat(name: string, value: unknown): Trajectory | null {
  const messages = messagesIn(value);
  if (messages === null) return null;
  const chat = new Chat();
  for (const message of messages) chat.read(message);
  return chat.steps.length === 0 ? null : toTrajectory(name, chat.steps);
}

/** A list of messages, or an object that holds one. */
function messagesIn(value: unknown): Fields[] | null {
  const list = isFields(value) ? (value['messages'] ?? value['input']) : value;
  if (!Array.isArray(list)) return null;
  const messages = list.filter(isFields);
  return messages.some((message) => typeof message['role'] === 'string') ? messages : null;
}

/** Milliseconds that each step is drawn with: a chat has no times. */
const STEP_MS = 1000;

class Chat {
  readonly steps: Step[] = [];
  readonly #open = new Map<string, ToolStep>();
  readonly #attempts = new Map<string, number>();
  #user: string | null = null;
  #calls = 0;

  read(message: Fields): void {
    const { role } = message;
    if (role === 'assistant') this.#readAnswer(message);
    else if (role === 'tool')
      this.#close(textOf(message['tool_call_id']), message['content'], false);
    else if (role === 'user') this.#readUser(message);
  }

  #readUser({ content }: Fields): void {
    for (const part of partsOf(content)) {
      if (part['type'] === 'tool_result') {
        this.#close(textOf(part['tool_use_id']), part['content'], part['is_error'] === true);
      }
    }
    const text = wordsOf(content);
    if (text !== '') this.#user = text;
  }

  #readAnswer(message: Fields): void {
    const asked = [...listOf(message['tool_calls']), ...partsOf(message['content'])];
    const calls = asked.flatMap((part) => readCall(part) ?? []);
    const text = wordsOf(message['content']);
    this.steps.push(this.#model(text, calls.length > 0));
    this.#user = null;
    for (const call of calls) this.#ask(call);
  }

  #model(text: string, asks: boolean): ModelStep {
    return {
      ...this.#base(''),
      kind: 'model',
      model: '',
      input_tokens: null,
      output_tokens: null,
      finish_reason: asks ? 'tool_call' : 'stop',
      text: text === '' ? null : text,
      user_text: this.#user,
      answers_before: null,
    };
  }

  #ask({ id, tool, args }: AskedCall): void {
    const hash = hashText(`${tool} ${args}`);
    const attempt = (this.#attempts.get(hash) ?? 0) + 1;
    this.#attempts.set(hash, attempt);
    const step: ToolStep = {
      ...this.#base(tool),
      kind: 'tool',
      call_seq: this.#calls,
      step: this.steps.length - 1,
      tool,
      call_id: id,
      args,
      result: null,
      signature: hash,
      identity: hash,
      identity_fields: [],
      effect: 'unknown',
      attempt,
      retry: '',
      error_class: '',
      error_template: '',
      result_kind: 'none',
      result_fingerprint: '',
      loop_id: null,
      source: 'messages',
    };
    this.#calls++;
    this.#open.set(id, step);
    this.steps.push(step);
  }

  #close(id: string, result: unknown, isError: boolean): void {
    const step = this.#open.get(id);
    if (step === undefined) return;
    const text = typeof result === 'string' ? result : wordsOf(result) || JSON.stringify(result);
    step.result = text;
    step.result_fingerprint = hashText(text);
    step.result_kind = isError ? 'error' : isEmpty(text) ? 'empty' : 'value';
    step.outcome = isError ? 'error' : 'ok';
    step.error_message = isError ? text : '';
  }

  #base(name: string) {
    const seq = this.steps.length;
    return {
      seq,
      name,
      span_id: `${seq}`,
      parent_span_id: '',
      agent: '',
      started_at: new Date(seq * STEP_MS).toISOString(),
      offset_ms: seq * STEP_MS,
      duration_ms: STEP_MS,
      outcome: 'unknown' as const,
      error_message: '',
    };
  }
}

interface AskedCall {
  id: string;
  tool: string;
  args: string;
}

function readCall(part: Fields): AskedCall | null {
  const fn = part['function'];
  if (isFields(fn)) {
    return { id: textOf(part['id']), tool: textOf(fn['name']), args: argsOf(fn['arguments']) };
  }
  if (part['type'] !== 'tool_use') return null;
  return { id: textOf(part['id']), tool: textOf(part['name']), args: argsOf(part['input']) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const argsOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const partsOf = (content: unknown): Fields[] => listOf(content);

function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return partsOf(content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => textOf(text))
    .join('\n\n');
}

const isEmpty = (text: string): boolean => ['', '[]', '{}', 'null', '""'].includes(text.trim());

function toTrajectory(name: string, steps: readonly Step[]): Trajectory {
  const calls = steps.filter((step) => step.kind === 'tool');
  const worst = calls.toSorted((one, other) => other.attempt - one.attempt)[0];
  const distinct = new Set(calls.map((call) => call.signature)).size;
  const models = steps.length - calls.length;
  return {
    turn: {
      turn_id: name,
      session_id: '',
      trace_id: '',
      agent: name,
      agent_version: '',
      model: '',
      started_at: new Date(0).toISOString(),
      duration_ms: steps.length * STEP_MS,
      calls: calls.length,
      model_calls: models,
      distinct_signatures: distinct,
      distinct_identities: distinct,
      distinct_ratio: calls.length === 0 ? null : distinct / calls.length,
      max_attempts: worst?.attempt ?? 0,
      max_attempts_tool: worst?.tool ?? '',
      errors: calls.filter(({ outcome }) => outcome === 'error').length,
      retries: 0,
      tool_ms: calls.length * STEP_MS,
      model_ms: models * STEP_MS,
      input_tokens: 0,
      output_tokens: 0,
      cost: null,
      verdict: (worst?.attempt ?? 0) > 2 ? 'watch' : 'healthy',
      loops: [],
      stop_reason: '',
    },
    hints: [],
    steps: [...steps],
    loops: [],
    savings: [],
  };
}
