import { answerFacts, messageTime, plainText, resultText } from './chat-parts.ts';
import type { ChatBuilder } from './chat-run.ts';
import { firstText, isRecord, textOf } from './json-text.ts';

type Item = Record<string, unknown>;

const TYPES = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'mcp_call',
]);

/** An item of OpenAI's responses: it has a type where a chat message has only a role. */
export function isResponseItem(item: Item): boolean {
  return TYPES.has(String(item['type']));
}

/** Calls and their outputs are items of their own; calls that follow one another are of one answer. */
export function readResponseItem(item: Item, chat: ChatBuilder): void {
  const callId = firstText(item, ['call_id', 'id']);
  switch (item['type']) {
    case 'message':
      if (item['role'] === 'user') chat.user(plainText(item['content']));
      else if (item['role'] === 'assistant') {
        chat.answer({ ...answerFacts(item), text: plainText(item['content']) }, []);
      }
      return;
    case 'function_call':
    case 'custom_tool_call':
      chat.ask({
        id: callId,
        tool: firstText(item, ['name']),
        args: textOf(item['arguments'] ?? item['input']),
      });
      return;
    case 'function_call_output':
    case 'custom_tool_call_output':
      chat.result({
        callId,
        result: resultText(item['output']),
        isError: null,
        atMs: messageTime(item),
      });
      return;
    case 'mcp_call':
      readMcpCall(item, { callId, chat });
      return;
    default:
    // Reasoning asks for nothing by itself.
  }
}

/** A call that the provider itself made: request and result in one item. */
function readMcpCall(item: Item, { callId, chat }: { callId: string; chat: ChatBuilder }): void {
  chat.ask({ id: callId, tool: firstText(item, ['name']), args: textOf(item['arguments']) });
  const error = isRecord(item['error'])
    ? firstText(item['error'], ['message'])
    : textOf(item['error']);
  const result = error === null ? resultText(item['output']) : error;
  chat.result({ callId, result, isError: error !== null, atMs: messageTime(item) });
}
