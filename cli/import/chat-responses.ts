import { answerFacts, messageTime, plainText, resultText } from './chat-parts.ts';
import type { ChatBuilder } from './chat-run.ts';
import { firstText, isRecord, textOf } from './json-text.ts';

type Item = Record<string, unknown>;

const CALL = /^(.+)_call$/;
const OUTPUT = /_call_output$/;
/** Calls that the agent answers by an item of its own; the provider answers all others itself. */
const AGENTS = /^(function|custom_tool|local_shell|shell|computer|apply_patch)_call$/;

/** An item of OpenAI's responses: it has a type where a chat message has only a role. */
export function isResponseItem(item: Item): boolean {
  const type = String(item['type']);
  return type === 'message' || type === 'reasoning' || CALL.test(type) || OUTPUT.test(type);
}

/** Calls and their outputs are items of their own; calls that follow one another are of one answer. */
export function readResponseItem(item: Item, chat: ChatBuilder): void {
  const type = String(item['type']);
  const callId = firstText(item, ['call_id', 'id']);
  if (type === 'message') readMessage(item, chat);
  else if (OUTPUT.test(type)) {
    const result = resultText(item['output']);
    chat.result({ callId, result, isError: null, atMs: messageTime(item) });
  } else if (CALL.test(type)) readCall(item, { callId, chat });
}

function readMessage(item: Item, chat: ChatBuilder): void {
  if (item['role'] === 'user') chat.user(plainText(item['content']));
  else if (item['role'] === 'assistant') {
    chat.answer({ ...answerFacts(item), text: plainText(item['content']) }, []);
  }
}

function readCall(item: Item, { callId, chat }: { callId: string; chat: ChatBuilder }): void {
  const type = String(item['type']);
  const builtIn = CALL.exec(type)?.[1] ?? '';
  const args =
    item['arguments'] ?? item['input'] ?? item['action'] ?? item['queries'] ?? item['code'];
  chat.ask({ id: callId, tool: firstText(item, ['name']) || builtIn, args: textOf(args) });
  if (AGENTS.test(type)) return;
  const error = isRecord(item['error'])
    ? firstText(item['error'], ['message'])
    : textOf(item['error']);
  const result = error ?? resultText(item['output'] ?? item['results'] ?? item['outputs']);
  chat.result({ callId, result, isError: error !== null, atMs: messageTime(item) });
}
