import { isAnthropicMessage, readAnthropicMessage } from './chat-anthropic.ts';
import { readOpenAiMessage } from './chat-openai.ts';
import { isResponseItem, readResponseItem } from './chat-responses.ts';
import { ChatBuilder } from './chat-run.ts';
import { isMessage, MESSAGE_LISTS } from './detect-form.ts';
import { firstText, isRecord } from './json-text.ts';
import { contentId } from './read-plain.ts';
import { RecordError, type RecordedRun } from './run.ts';

/**
 * Reads one chat: a list of messages, or an object that holds one. Each message is read by its own
 * shape (OpenAI chat, OpenAI responses, Anthropic); throws a RecordError where there is none.
 */
export function readChat(value: unknown, text: string): RecordedRun {
  const head = isRecord(value) ? value : {};
  const messages = messagesOf(value);
  const chat = new ChatBuilder(firstText(head, ['agent', 'agent_name', 'assistant']));
  for (const [index, message] of messages.entries()) {
    if (!isRecord(message) || !isMessage(message)) {
      throw new RecordError(`message ${index + 1} has neither a role nor a known type`);
    }
    if (isAnthropicMessage(message)) readAnthropicMessage(message, chat);
    else if (isResponseItem(message)) readResponseItem(message, chat);
    else readOpenAiMessage(message, chat);
  }
  const id = firstText(head, [
    'id',
    'conversation_id',
    'session_id',
    'thread_id',
    'run_id',
    'trace_id',
  ]);
  return chat.build({
    id: id === '' ? contentId('chat', text) : id,
    dataset: firstText(head, ['dataset']),
    agentVersion: firstText(head, ['agent_version']),
    model: firstText(head, ['model']),
    task: firstText(head, ['task']),
  });
}

function messagesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (isRecord(value)) {
    for (const key of MESSAGE_LISTS) {
      const list = value[key];
      if (!Array.isArray(list)) continue;
      const output = key === 'input' && Array.isArray(value['output']) ? value['output'] : [];
      return [...list, ...output];
    }
  }
  throw new RecordError(`no list of messages (looked for ${MESSAGE_LISTS.join(', ')})`);
}
