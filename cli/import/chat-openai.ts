import { answerFacts, messageTime, plainText, resultText } from './chat-parts.ts';
import type { AskedCall, ChatBuilder } from './chat-run.ts';
import { firstText, isRecord, textOf } from './json-text.ts';

type Message = Record<string, unknown>;

/** OpenAI chat: `tool_calls` of the assistant, answered by messages of role `tool`. */
export function readOpenAiMessage(message: Message, chat: ChatBuilder): void {
  switch (message['role']) {
    case 'user':
      chat.user(plainText(message['content']));
      return;
    case 'assistant':
      chat.answer(
        { ...answerFacts(message), text: plainText(message['content']) },
        askedCalls(message),
      );
      return;
    case 'tool':
    case 'function':
      chat.result({
        callId: firstText(message, ['tool_call_id']),
        result: resultText(message['content']),
        isError: isErrorOf(message),
        atMs: messageTime(message),
      });
      return;
    default:
    // System and developer messages ask for nothing and answer nothing.
  }
}

/** Inspect keeps beside a failed result what failed. */
function isErrorOf({ is_error, error }: Message): boolean | null {
  if (typeof is_error === 'boolean') return is_error;
  return isRecord(error) ? true : null;
}

function askedCalls(message: Message): AskedCall[] {
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'].filter(isRecord) : [];
  const asked = calls.flatMap((call) => {
    // Inspect: `function` is the name, with the arguments beside it.
    const flat = typeof call['function'] === 'string' ? { ...call, name: call['function'] } : null;
    const body = [flat, call['function'], call['custom']].find(isRecord);
    if (body === undefined) return [];
    const args = textOf(body['arguments'] ?? body['input']);
    return [{ id: firstText(call, ['id']), tool: firstText(body, ['name']), args }];
  });
  const legacy = message['function_call'];
  if (asked.length > 0 || !isRecord(legacy)) return asked;
  return [{ id: '', tool: firstText(legacy, ['name']), args: textOf(legacy['arguments']) }];
}
