import { agentops } from './agentops.ts';
import { anthropic } from './anthropic.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { crewai } from './crewai.ts';
import type { Dialect } from './dialect.ts';
import { flue } from './flue.ts';
import { geminiCli } from './gemini-cli.ts';
import { genai } from './genai.ts';
import { genkit } from './genkit.ts';
import { googleAdk } from './google-adk.ts';
import { haystack } from './haystack.ts';
import { koog } from './koog.ts';
import { laminar } from './laminar.ts';
import { langchain4j } from './langchain4j.ts';
import { langfuse } from './langfuse.ts';
import { langsmith } from './langsmith.ts';
import { langwatch } from './langwatch.ts';
import { litellm } from './litellm.ts';
import { livekit } from './livekit.ts';
import { llamaindex } from './llamaindex.ts';
import { logfire } from './logfire.ts';
import { loongsuite } from './loongsuite.ts';
import { mastra } from './mastra.ts';
import { microsoft } from './microsoft.ts';
import { mlflow } from './mlflow.ts';
import { opencode } from './opencode.ts';
import { openinference } from './openinference.ts';
import { openlit } from './openlit.ts';
import { pipecat } from './pipecat.ts';
import { pydanticAi } from './pydantic-ai.ts';
import { sentry } from './sentry.ts';
import { springAi } from './spring-ai.ts';
import { strands } from './strands.ts';
import { traceloop } from './traceloop.ts';
import { vercel } from './vercel.ts';
import { voltagent } from './voltagent.ts';

/**
 * In order of trust: where a span carries the marks of several, the first one reads it. Frameworks that write a
 * convention in their own way stand before the convention.
 */
export const DIALECTS: readonly Dialect[] = [
  vercel,
  mastra,
  langfuse,
  langsmith,
  litellm,
  traceloop,
  voltagent,
  claudeCode,
  codex,
  anthropic,
  googleAdk,
  genkit,
  strands,
  pydanticAi,
  logfire,
  mlflow,
  agentops,
  haystack,
  geminiCli,
  sentry,
  microsoft,
  koog,
  langwatch,
  laminar,
  springAi,
  pipecat,
  genai,
  loongsuite,
  langchain4j,
  openinference,
  openlit,
  opencode,
  crewai,
  llamaindex,
  livekit,
  flue,
];
