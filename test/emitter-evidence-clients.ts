/** What the reading of an emitter rests on: recordings in `test/wire`, or examples made after its documentation. */
export interface Evidence {
  emitter: string;
  /** Folders of `test/wire`. */
  recorded?: readonly string[];
  /** Files of `collector/dialects/fixtures`, or tests. */
  documented?: readonly string[];
}

/** Emitters of the conventions, and of the clients of models in loops of one's own. */
export const CLIENT_EVIDENCE: readonly Evidence[] = [
  {
    emitter: 'OpenTelemetry GenAI conventions, 1.27 to the newest',
    recorded: [
      'semconv-genai',
      'semconv-genai-nocontent',
      'semconv-genai-simple-gzip',
      'semconv-genai-structured',
    ],
    documented: ['genai.json', 'collector/logs/message-records.test.ts'],
  },
  {
    emitter: 'OpenTelemetry MCP conventions, client and server',
    recorded: ['py-fastmcp'],
    documented: ['genai.json'],
  },
  {
    emitter: 'OpenTelemetry’s OpenAI client instrumentation',
    recorded: ['otel-contrib-openai', 'otel-contrib-openai-logs'],
  },
  {
    emitter: 'Elastic’s OpenAI client instrumentation',
    recorded: ['edot-openai', 'edot-openai-stream'],
  },
  {
    emitter: 'Bedrock’s client under OpenTelemetry’s instrumentation and OpenInference',
    recorded: [
      'otel-bedrock',
      'oi-bedrock',
      'oi-bedrock-stream',
      'py-otel-bedrock-converse',
      'py-otel-bedrock-stream',
      'py-genai-bedrock-converse',
      'py-genai-bedrock-stream',
      'py-genai-bedrock-invoke',
      'py-oi-bedrock-converse',
      'py-oi-bedrock-stream',
      'py-oi-bedrock-invoke',
    ],
  },
  {
    emitter: 'OpenLLMetry: Bedrock’s, Groq’s, Mistral’s and Cohere’s clients',
    recorded: [
      'py-tl-bedrock-converse',
      'py-tl-bedrock-stream',
      'py-tl-groq',
      'py-tl-mistral',
      'py-tl-cohere',
    ],
  },
  {
    emitter: 'OpenInference: Groq’s, Mistral’s and Cohere’s clients',
    recorded: ['py-oi-groq', 'py-oi-mistral', 'py-oi-cohere'],
  },
  {
    emitter: 'OpenTelemetry’s instrumentations for Python: OpenAI, Anthropic',
    recorded: [
      'py-genai-openai',
      'py-genai-responses',
      'py-genai-anthropic',
      'py-events-openai',
      'py-events-anthropic',
    ],
  },
  {
    emitter: 'OpenTelemetry’s instrumentations for Python: LangChain, LlamaIndex, Agno, DSPy',
    recorded: ['py-genai-langchain', 'py-genai-llamaindex', 'py-genai-agno', 'py-genai-dspy'],
  },
  {
    emitter: 'OpenTelemetry’s OpenAI Agents instrumentation',
    recorded: ['py-genai-openai-agents'],
    documented: ['genai.json'],
  },
];
