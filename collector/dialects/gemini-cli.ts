import { objectOf } from '../decode/parse-json.ts';
import { rawMembers } from '../decode/raw-json.ts';
import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, FieldValues, SpanKind } from './dialect.ts';
import { requestArguments, type ResultEnvelope } from './envelopes.ts';

/** Gemini CLI: in spans the tool's request and response stand where others put messages; log records have words of their own. */
export const geminiCli: Dialect = {
  name: 'gemini-cli',
  kinds: [
    {
      attribute: 'gen_ai.operation.name',
      values: {
        tool_call: 'tool',
        llm_call: 'model',
        user_prompt: 'agent',
        agent_call: 'agent',
        schedule_tool_calls: 'other',
      },
    },
  ],
  names: [
    { name: /^gemini_cli\.tool_call$/, kind: 'tool' },
    { name: /^gemini_cli\.api_response$/, kind: 'model' },
    { name: /^gemini_cli\.user_prompt$/, kind: 'other' },
  ],
  ownFields: {
    tool: ['gen_ai.tool.name', 'function_name'],
    args: ['gen_ai.input.messages', 'function_args'],
    result: ['gen_ai.output.messages'],
    asked: ['gen_ai.output.messages', 'response_text'],
    model: ['model'],
    inputTokens: ['input_token_count'],
    outputTokens: ['output_token_count'],
    cachedInputTokens: ['cached_content_token_count'],
    session: ['session.id'],
    user: ['user.email'],
    errorType: ['error_type'],
    errorMessage: ['error'],
  },
  argumentEnvelopes: [requestArguments],
  resultEnvelopes: [toolResponse, shellOutput],
  readOdd: readExit,
};

/** The whole life of a call, with its tool's schema and times: what the model gets to read of it is deep inside. */
function toolResponse(text: string): ReturnType<ResultEnvelope> {
  const members = rawMembers(text);
  const response = objectOf(members?.get('response') ?? null);
  if (!members?.has('request') || !Array.isArray(response['responseParts'])) return null;
  const [part] = response['responseParts'];
  const answer = objectOf(
    objectOf(objectOf(part ?? null)['functionResponse'] ?? null)['response'] ?? null,
  );
  const said = answer['output'] ?? answer['error'];
  if (typeof said !== 'string') return null;
  const isBad = objectOf(response['data'] ?? null)['isError'] === true || 'error' in answer;
  return { text: said, failed: isBad || members.get('status') === '"error"' };
}

/** Around what a command printed, with the number of its process. */
const SHELL =
  /^(?:<untrusted_context>\n)?(Output: [^]*?)(?:\nProcess Group PGID: \d+)?(?:\n<\/untrusted_context>)?$/;

function shellOutput(text: string): ReturnType<ResultEnvelope> {
  const output = SHELL.exec(text)?.[1];
  if (output === undefined || output === text) return null;
  return { text: output === 'Output: (empty)' ? '' : output };
}

/** A command that ends with an error is a success of the tool, in all but this note. */
function readExit({ attributes }: WireSpan, kind: SpanKind): FieldValues {
  const isBad = objectOf(attributes.get('metadata') ?? null)['isError'] === true;
  return kind === 'tool' && isBad ? { errorType: 'tool_error' } : {};
}
