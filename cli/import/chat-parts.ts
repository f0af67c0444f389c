import { isRecord, numberOf, textOf } from './json-text.ts';
import { timeOf } from './read-plain.ts';
import type { RecordedAnswer } from './run.ts';

type Message = Record<string, unknown>;

/** The parts of a content that is text or a list of parts. */
export function partsOf(content: unknown): Message[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** The text of a content; parts that are no text are left out. */
export function plainText(content: unknown): string {
  return partsOf(content)
    .map((part) => part['text'])
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** A tool result as the model saw it: its text, or JSON where it is more than text. */
export function resultText(content: unknown): string | null {
  const isText =
    Array.isArray(content) &&
    content.every((part) => isRecord(part) && typeof part['text'] === 'string');
  return isText ? plainText(content) : textOf(content);
}

export function messageTime(message: Message): number | null {
  for (const key of ['timestamp', 'created_at', 't']) {
    const ms = timeOf(message[key]);
    if (typeof ms === 'number') return ms;
  }
  return null;
}

/** Model, time, tokens and finish reason that a message brings along; both vendors' names. */
export function answerFacts(message: Message): Partial<RecordedAnswer> {
  const usage = isRecord(message['usage']) ? message['usage'] : {};
  const cached = numberOf(usage['cache_read_input_tokens']);
  const details = isRecord(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  // Anthropic counts input without what was read from or written to the cache.
  const uncounted = (cached ?? 0) + (numberOf(usage['cache_creation_input_tokens']) ?? 0);
  const anthropicInput = numberOf(usage['input_tokens']);
  return {
    model: textOf(message['model']) ?? '',
    finishReason: textOf(message['stop_reason'] ?? message['finish_reason']) ?? '',
    inputTokens:
      anthropicInput === null ? numberOf(usage['prompt_tokens']) : anthropicInput + uncounted,
    outputTokens: numberOf(usage['output_tokens']) ?? numberOf(usage['completion_tokens']),
    cachedInputTokens: cached ?? numberOf(details['cached_tokens']),
    atMs: messageTime(message),
  };
}
