import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildPackages, PUBLISHED } from '../scripts/build-packages.ts';

const modules = fileURLToPath(new URL('node_modules/', import.meta.url));

/** An agent of the oldest supported generation: Node 20, OTel SDK 1.30, CommonJS neighbours. */
const AGENT = `
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { LoopscopeSpanProcessor, declareTool, loopscopeExporter, withTurn } from '@loopscope/sdk';
import { createGuard } from '@loopscope/sdk/guard';
import { guardMcpClient } from '@loopscope/sdk/adapters/mcp';
import { runAnthropic } from '@loopscope/sdk/adapters/anthropic';
import { runOpenAI } from '@loopscope/sdk/adapters/openai';
import { guardOpenAIAgent } from '@loopscope/sdk/adapters/openai-agents';
import { guardLangChainTools } from '@loopscope/sdk/adapters/langchain';
import { guardMastraTools } from '@loopscope/sdk/adapters/mastra';
import { guardVercel } from '@loopscope/sdk/adapters/vercel';

declareTool('create_ticket', { identity: ['customer_id', 'order_id'], effect: 'write' });
const memory = new InMemorySpanExporter();
const provider = new BasicTracerProvider({
  spanProcessors: [new LoopscopeSpanProcessor(), new SimpleSpanProcessor(loopscopeExporter(memory))],
});
const tracer = provider.getTracer('agent');
withTurn('turn-1', () => {
  for (const summary of ['refund missing', 'no refund yet', 'refund still missing']) {
    const span = tracer.startSpan('execute_tool create_ticket');
    span.setAttributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'create_ticket',
      'gen_ai.tool.call.arguments': JSON.stringify({ customer_id: 'c_40912', order_id: '88214', summary }),
    });
    span.setStatus({ code: 2, message: 'Request timed out after 30000 ms' });
    span.end();
  }
});
const adapters = [guardMcpClient, runAnthropic, runOpenAI, guardOpenAIAgent, guardLangChainTools, guardMastraTools, guardVercel];
const turn = createGuard().startTurn();
const answers = [];
for (let step = 0; step < 4; step += 1) answers.push(await turn.call({ tool: 'search', args: { q: 'x' } }, () => []));
const guard = { kinds: answers.map((answer) => answer.kind ?? 'own'), next: turn.nextStep(), adapters: adapters.length };
console.log(JSON.stringify({ node: process.version, guard, spans: memory.getFinishedSpans().map((span) => span.attributes) }));
`;

/** Bytes of all files below a folder. */
function sizeOf(path: string): number {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

describe('the compiled SDK on Node 20 with OTel 1.30', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-node20-'));

  beforeAll(() => {
    buildPackages(join(folder, 'packages'));
    const link = (target: string, name: string): void => {
      const path = join(folder, 'node_modules', name);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(target, path);
    };
    for (const name of PUBLISHED) link(join(folder, 'packages', name), `@loopscope/${name}`);
    link(join(modules, 'otel-sdk-trace-base-v1'), '@opentelemetry/sdk-trace-base');
    link(join(modules, '@opentelemetry/api'), '@opentelemetry/api');
    writeFileSync(join(folder, 'agent.mjs'), AGENT);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is small: with everything that it brings along it takes less than a megabyte, and none of it is native', () => {
    expect(sizeOf(join(folder, 'packages'))).toBeLessThan(1_000_000);
  });

  test('three reworded tickets leave with one identity, three signatures and their class', () => {
    const node = join(modules, 'node20/bin/node');
    const { stdout, stderr, status } = spawnSync(node, ['agent.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { node: version, spans, guard } = JSON.parse(stdout);
    expect(version).toMatch(/^v20\./);
    const column = (name: string): unknown[] =>
      spans.map((span: Record<string, unknown>) => span[name]);
    expect(guard).toEqual({
      kinds: ['own', 'own', 'repeated_key', 'closed_turn'],
      next: { tools: 'none', endsRun: false },
      adapters: 7,
    });
    expect(new Set(column('loopscope.tool.signature')).size).toBe(3);
    expect(new Set(column('loopscope.tool.identity')).size).toBe(1);
    expect(column('loopscope.tool.error.class')).toEqual(['timeout', 'timeout', 'timeout']);
    expect(column('loopscope.tool.effect')).toEqual(['write', 'write', 'write']);
  });
});
