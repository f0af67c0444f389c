import { answerFacts, messageTime, partsOf, plainText, resultText } from './chat-parts.ts';
import type { ChatBuilder } from './chat-run.ts';
import { firstText, textOf } from './json-text.ts';

type Message = Record<string, unknown>;

const isToolUse = (part: Message) => /(^|_)tool_use$/.test(String(part['type']));
const isToolResult = (part: Message) => /(^|_)tool_result$/.test(String(part['type']));

/** Anthropic keeps calls and results among the blocks of a message's content. */
export function isAnthropicMessage(message: Message): boolean {
  return partsOf(message['content']).some((part) => isToolUse(part) || isToolResult(part));
}

/** Blocks `tool_use` of the assistant, answered by blocks `tool_result` of the user (or of the server). */
export function readAnthropicMessage(message: Message, chat: ChatBuilder): void {
  const parts = partsOf(message['content']);
  const asked = parts.filter(isToolUse).map((part) => ({
    id: firstText(part, ['id']),
    tool: firstText(part, ['name']),
    args: textOf(part['input']),
  }));
  if (message['role'] === 'assistant') {
    chat.answer({ ...answerFacts(message), text: plainText(parts) }, asked);
  }
  for (const part of parts.filter(isToolResult)) {
    chat.result({
      callId: firstText(part, ['tool_use_id']),
      result: resultText(part['content'] ?? ''),
      isError: typeof part['is_error'] === 'boolean' ? part['is_error'] : null,
      atMs: messageTime(message),
    });
  }
}
