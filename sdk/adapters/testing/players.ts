import {
  playCompletions,
  playMessages,
  playStreamedCompletions,
  playStreamedMessages,
} from './play-hand-loops.ts';
import { playAgent, playGraph, playStreamedAgent, playStreamedGraph } from './play-langchain.ts';
import { playGenerate, playStream } from './play-mastra.ts';
import { playMcpClient } from './play-mcp.ts';
import { playRun, playStreamedRun } from './play-openai-agents.ts';
import { playGenerateText, playStreamText, playToolLoopAgent } from './play-vercel.ts';
import type { Play } from './play.ts';

type Players = readonly (readonly [name: string, play: Play])[];

/** Every adapter once, each with its real package. */
export const ADAPTERS: Players = [
  ['Vercel AI SDK, generateText', playGenerateText],
  ['OpenAI Agents SDK, run', playRun],
  ['LangChain createAgent, invoke', playAgent],
  ["LangGraph of one's own, invoke", playGraph],
  ['Mastra, generate', playGenerate],
  ['MCP client', playMcpClient],
  ['OpenAI client', playCompletions],
  ['Anthropic client', playMessages],
];

/** Their other ways to run. */
export const PLAYERS: Players = [
  ...ADAPTERS,
  ['Vercel AI SDK, streamText', playStreamText],
  ['Vercel AI SDK, ToolLoopAgent', playToolLoopAgent],
  ['OpenAI Agents SDK, streamed run', playStreamedRun],
  ['LangChain createAgent, stream', playStreamedAgent],
  ["LangGraph of one's own, stream", playStreamedGraph],
  ['Mastra, stream', playStream],
  ['OpenAI client, streamed', playStreamedCompletions],
  ['Anthropic client, streamed', playStreamedMessages],
];
