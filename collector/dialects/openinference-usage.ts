import type { WireSpan, WireValue } from '../decode/wire-span.ts';
import type { FieldValues } from './dialect.ts';
import { memberAt } from './read-fields.ts';

const TOLD = 'llm.token_count.prompt';
const CACHE_READ = 'llm.token_count.prompt_details.cache_read';

/** Tokens that no attribute of a model span has, in the words of the client's own answer. */
export function readUntoldUsage(span: WireSpan): FieldValues {
  const { scope, attributes } = span;
  if (scope.includes('bedrock')) return attributes.has(CACHE_READ) ? {} : readBedrockCache(span);
  return areTokensTold(span) ? {} : readUsage(attributes.get('output.value') ?? null);
}

/** Whether the attributes count cached tokens beside those of the prompt, which the conventions forbid. */
export function isCacheBesidePrompt(span: WireSpan): boolean {
  const { scope, attributes } = span;
  if (scope.includes('anthropic')) return !areTokensTold(span);
  if (!scope.includes('bedrock')) return false;
  const { inputTokens = null } = readBedrockUsage(span);
  return inputTokens !== null && inputTokens === attributes.get(TOLD)
    ? true
    : tokensBeside(span) > 0;
}

/** The first releases for Anthropic left the cached tokens out of the count, and out of the attributes. */
function areTokensTold({ scope, attributes }: WireSpan): boolean {
  return attributes.has(scope.includes('anthropic') ? CACHE_READ : TOLD);
}

/** The client's own count, in the answer of OpenAI's chat interface or of Anthropic's. */
function readUsage(answer: WireValue): FieldValues {
  if (typeof answer === 'string' && !answer.includes('"usage":{')) return {};
  const usage = memberAt(answer, 'usage');
  const first = (...members: string[]): WireValue =>
    members.map((member) => memberAt(usage, member)).find((value) => value !== null) ?? null;
  return {
    inputTokens: first('prompt_tokens', 'input_tokens'),
    outputTokens: first('completion_tokens', 'output_tokens'),
    cachedInputTokens: first('prompt_tokens_details.cached_tokens', 'cache_read_input_tokens'),
    cacheWriteTokens: first('cache_creation_input_tokens'),
  };
}

/** Cached tokens as Bedrock's answer has them; of a streamed one only the sum tells of them. */
function readBedrockCache(span: WireSpan): FieldValues {
  const { cachedInputTokens = null, cacheWriteTokens = null } = readBedrockUsage(span);
  if (cachedInputTokens !== null) return { cachedInputTokens, cacheWriteTokens };
  const beside = tokensBeside(span);
  return beside > 0 ? { cachedInputTokens: beside } : {};
}

function readBedrockUsage({ attributes }: WireSpan): FieldValues {
  const answer = attributes.get('output.value');
  if (typeof answer !== 'string' || !answer.includes('"cacheReadInputTokens":')) return {};
  const usage = memberAt(answer, 'usage');
  return {
    inputTokens: memberAt(usage, 'inputTokens'),
    cachedInputTokens: memberAt(usage, 'cacheReadInputTokens'),
    cacheWriteTokens: memberAt(usage, 'cacheWriteInputTokens'),
  };
}

/** What the sum counts beyond the prompt and the answer. */
function tokensBeside({ attributes }: WireSpan): number {
  const count = (name: string): number => {
    const value = attributes.get(name);
    return typeof value === 'number' ? value : Number.NaN;
  };
  const beside = count('llm.token_count.total') - count(TOLD) - count('llm.token_count.completion');
  return beside > 0 ? beside : 0;
}
