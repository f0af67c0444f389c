/** What a mock of the Vercel AI SDK's language model (specification 3) answers at a step. */
import { MODEL } from './recorder.ts';
import { ANSWER, type Step } from './scenarios.ts';

export const usageOf = ({ usage: u }: Step) => ({
  inputTokens: {
    total: u.input_tokens,
    noCache: u.input_tokens - u.cache_read_input_tokens,
    cacheRead: u.cache_read_input_tokens,
    cacheWrite: 0,
  },
  outputTokens: { total: u.output_tokens, text: u.output_tokens, reasoning: 0 },
});

export const finishOf = ({ calls }: Step) => {
  const r = calls.length > 0 ? 'tool-calls' : 'stop';
  return { unified: r, raw: r };
};

export const contentOf = ({ calls }: Step) =>
  calls.length === 0
    ? [{ type: 'text', text: ANSWER }]
    : calls.map(({ id, tool, args }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: JSON.stringify(args),
      }));

export const generated = (step: Step) => ({
  content: contentOf(step),
  finishReason: finishOf(step),
  usage: usageOf(step),
  warnings: [],
  response: { id: `resp-${step.n}`, modelId: MODEL, timestamp: new Date(0) },
});
