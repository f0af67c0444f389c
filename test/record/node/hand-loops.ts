/** Agent loops as programs write them by hand around a provider's client. */
import { INSTRUCTIONS, MODEL } from './recorder.ts';
import type { Turn } from './scenarios.ts';
import { outcomeOf } from './tool-text.ts';

/** OpenAI's chat completions. */
export async function chatLoop(client, turn: Turn, { isStream = false } = {}) {
  const tools = turn.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  const messages: unknown[] = [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: turn.prompt },
  ];
  const asked = { model: MODEL, messages, tools };
  const streamed = { ...asked, stream: true, stream_options: { include_usage: true } };
  for (;;) {
    const message = isStream
      ? await gathered(await client.chat.completions.create(streamed))
      : (await client.chat.completions.create(asked)).choices[0].message;
    messages.push(message);
    if (message.tool_calls === undefined) return;
    for (const { id, function: called } of message.tool_calls) {
      const { text } = await outcomeOf(turn, called.name, JSON.parse(called.arguments));
      messages.push({ role: 'tool', tool_call_id: id, content: text });
    }
  }
}

/** A streamed chat completion as the message that it was. */
async function gathered(stream) {
  const message: Record<string, any> = { role: 'assistant', content: null };
  for await (const { choices } of stream) {
    const delta = choices[0]?.delta;
    for (const { index, ...call } of delta?.tool_calls ?? []) {
      message.tool_calls ??= [];
      if (call.id) message.tool_calls[index] = call;
      else message.tool_calls[index].function.arguments += call.function.arguments;
    }
    if (delta?.content) message.content = delta.content;
  }
  return message;
}

/** OpenAI's responses. */
export async function responsesLoop(client, turn: Turn) {
  const tools = turn.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict: false,
  }));
  const input: unknown[] = [{ role: 'user', content: turn.prompt }];
  for (;;) {
    const asked = { model: MODEL, instructions: INSTRUCTIONS, input, tools };
    const { output } = await client.responses.create(asked);
    const calls = output.filter(({ type }) => type === 'function_call');
    if (calls.length === 0) return;
    input.push(...calls);
    for (const { call_id, name, arguments: args } of calls) {
      const { text } = await outcomeOf(turn, name, JSON.parse(args));
      input.push({ type: 'function_call_output', call_id, output: text });
    }
  }
}

/** Anthropic's messages. */
export async function messagesLoop(client, turn: Turn) {
  const tools = turn.tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: parameters,
  }));
  const messages: unknown[] = [{ role: 'user', content: turn.prompt }];
  for (;;) {
    const asked = { model: MODEL, max_tokens: 512, system: INSTRUCTIONS, messages, tools };
    const answer = await client.messages.create(asked);
    const calls = answer.content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return;
    messages.push({ role: 'assistant', content: answer.content });
    const content = [];
    for (const { id, name, input } of calls) {
      const { text, isError } = await outcomeOf(turn, name, input);
      content.push({ type: 'tool_result', tool_use_id: id, content: text, is_error: isError });
    }
    messages.push({ role: 'user', content });
  }
}

/** Google's generateContent. */
export async function geminiLoop(client, turn: Turn, { isStream = false } = {}) {
  const functionDeclarations = turn.tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  const contents: unknown[] = [{ role: 'user', parts: [{ text: turn.prompt }] }];
  const config = { systemInstruction: INSTRUCTIONS, tools: [{ functionDeclarations }] };
  for (;;) {
    const asked = { model: MODEL, contents, config };
    const parts = isStream
      ? await partsOf(await client.models.generateContentStream(asked))
      : (await client.models.generateContent(asked)).candidates[0].content.parts;
    contents.push({ role: 'model', parts });
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    if (calls.length === 0) return;
    const answers = [];
    for (const { id, name, args } of calls) {
      const { text, isError } = await outcomeOf(turn, name, args);
      const response = isError ? { error: text } : { output: text };
      answers.push({ functionResponse: { id, name, response } });
    }
    contents.push({ role: 'user', parts: answers });
  }
}

async function partsOf(stream) {
  const parts = [];
  for await (const { candidates } of stream) parts.push(...(candidates?.[0]?.content?.parts ?? []));
  return parts;
}
