/** Laminar around the Vercel AI SDK: record-lmnr.ts lmnr-ai|lmnr-openai [scenario ...] */
import { Laminar, observe, getTracer } from '@lmnr-ai/lmnr';
import * as ai from 'ai';
import * as mocks from 'ai/test';
import { FakeModels } from './fake-models.ts';
import { generated } from './mock-model.ts';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import type { Turn } from './scenarios.ts';
const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const port = Number(new URL(collectorUrl).port);
const isOpenAI = emitter === 'lmnr-openai';
const openai = isOpenAI ? await import('openai') : null;
Laminar.initialize({
  projectApiKey: 'x',
  baseUrl: 'http://127.0.0.1',
  httpPort: port,
  grpcPort: port,
  forceHttp: true,
  ...(isOpenAI ? { instrumentModules: { OpenAI: openai.default } } : {}),
});
const modelOf = (turn: Turn) =>
  new mocks.MockLanguageModelV3({
    provider: 'fake',
    modelId: MODEL,
    doGenerate: async () => generated(turn.next()),
  });
await record({
  emitter,
  packages: ['@lmnr-ai/lmnr'],
  agent: AGENT,
  run: async (turn) => {
    fake.turn = turn;
    await observe({ name: AGENT, sessionId: turn.session, userId: turn.user }, async () => {
      if (!isOpenAI) {
        await ai.generateText({
          model: modelOf(turn),
          prompt: turn.prompt,
          stopWhen: ai.stepCountIs(12),
          experimental_telemetry: { isEnabled: true, tracer: getTracer(), functionId: AGENT },
          tools: Object.fromEntries(
            turn.tools.map(({ name, description, parameters, run }) => [
              name,
              ai.tool({ description, inputSchema: ai.jsonSchema(parameters), execute: run }),
            ]),
          ),
        });
        return;
      }
      const client = new openai.default({ apiKey: 'none', baseURL: `${fake.baseUrl}/v1` });
      const tools = turn.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      }));
      const messages: unknown[] = [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: turn.prompt },
      ];
      for (;;) {
        const { message } = (
          await client.chat.completions.create({ model: MODEL, messages, tools })
        ).choices[0];
        messages.push(message);
        if (!message.tool_calls) return;
        for (const { id, function: f } of message.tool_calls) {
          const tool = turn.tools.find((t) => t.name === f.name);
          let text;
          if (tool === undefined) text = `Error: tool ${f.name} does not exist`;
          else
            try {
              const r = await observe(
                { name: f.name, spanType: 'TOOL' },
                tool.run,
                JSON.parse(f.arguments),
              );
              text = typeof r === 'string' ? r : JSON.stringify(r);
            } catch (e) {
              text = `Error: ${e.message}`;
            }
          messages.push({ role: 'tool', tool_call_id: id, content: text });
        }
      }
    });
  },
  flush: async () => {
    await Laminar.flush();
    await new Promise((r) => setTimeout(r, 200));
  },
});
