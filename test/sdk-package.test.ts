import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildPackages, PUBLISHED } from '../scripts/build-packages.ts';

const root = join(import.meta.dirname, '..');

/** What a reader of the README has at hand beside the printed lines. */
const AT_HAND = `
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
declare const sessionId: string;
declare const prompt: string;
declare const instructions: string;
declare const description: string;
declare const args: Record<string, unknown>;
declare const max_tokens: number;
declare const transport: Transport;
declare function askModel(request: object): Promise<unknown>;
declare function searchOrders(args: object): Promise<unknown>;
declare function runAgent(prompt: string): Promise<unknown>;
declare const handlers: { search_orders: (args: { status: string }) => Promise<unknown> };
`;
const GUARD = "declare const guard: import('@loopscope/sdk/guard').Guard;";
/** And of its framework, by a word in the block. */
const OF_FRAMEWORK: readonly (readonly [word: string, declared: string])[] = [
  [
    "from 'ai'",
    "declare const model: import('ai').LanguageModel; declare const tools: import('ai').ToolSet;",
  ],
  [
    "from '@openai/agents'",
    "import { z } from 'zod'; const parameters = z.object({ status: z.string() }); const execute = async ({ status }: { status: string }) => status;",
  ],
  [
    "from 'langchain'",
    "declare const model: import('@langchain/core/language_models/chat_models').BaseChatModel; declare const tools: import('@langchain/core/tools').DynamicStructuredTool[]; declare const messages: import('@langchain/core/messages').BaseMessage[];",
  ],
  [
    "from '@langchain/langgraph'",
    "declare const model: import('@langchain/openai-like').Chat; declare const tools: import('@langchain/core/tools').DynamicStructuredTool[];",
  ],
  [
    "from '@mastra/core/agent'",
    "declare const model: import('@mastra/core/llm').MastraModelConfig; declare const createTicket: ReturnType<typeof import('@mastra/core/tools').createTool>;",
  ],
  [
    "from 'openai'",
    'declare const model: string; declare const messages: OpenAI.ChatCompletionMessageParam[]; declare const tools: OpenAI.ChatCompletionFunctionTool[];',
  ],
  [
    "from '@anthropic-ai/sdk'",
    'declare const model: string; declare const messages: Anthropic.MessageParam[]; declare const tools: Anthropic.Tool[];',
  ],
];

/** Any chat model that takes tools. */
const CHAT_MODEL = `declare module '@langchain/openai-like' {
  import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
  export type Chat = BaseChatModel & { bindTools: NonNullable<BaseChatModel['bindTools']> };
}
`;

function readmeBlocks(): string[] {
  const text = readFileSync(join(root, 'sdk/README.md'), 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

describe('the published SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-package-'));

  beforeAll(() => {
    buildPackages(join(folder, 'packages'));
    const link = (target: string, name: string): void => {
      const path = join(folder, 'node_modules', name);
      mkdirSync(dirname(path), { recursive: true });
      if (!existsSync(path)) symlinkSync(target, path);
    };
    for (const name of PUBLISHED) link(join(folder, 'packages', name), `@loopscope/${name}`);
    for (const from of ['sdk/node_modules', 'test/node_modules', 'node_modules']) {
      for (const name of readdirSync(join(root, from))) {
        if (name.startsWith('.') || name === '@loopscope') continue;
        const members = name.startsWith('@') ? readdirSync(join(root, from, name)) : [''];
        for (const member of members) link(join(root, from, name, member), join(name, member));
      }
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'chat-model.d.ts'), CHAT_MODEL);
    readmeBlocks().forEach((block, at) => {
      const own = OF_FRAMEWORK.filter(([word]) => block.includes(word)).map(
        ([, declared]) => declared,
      );
      const hasGuard = block.includes('const guard =') ? [] : [GUARD];
      writeFileSync(
        join(folder, `block-${at}.ts`),
        [AT_HAND, ...hasGuard, ...own, block, 'export {};'].join('\n'),
      );
    });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])(
    'types what its README prints, as %s modules resolved by %s',
    (module, moduleResolution) => {
      const options = {
        module,
        moduleResolution,
        target: 'es2022',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: ['node'],
      };
      const config = { compilerOptions: options, include: ['block-*.ts', 'chat-model.d.ts'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
        encoding: 'utf8',
      });
      expect(stdout.replaceAll(folder, '')).toBe('');
    },
    120_000,
  );

  test('takes less than a megabyte with all that it depends on, and nothing native', () => {
    const packages = join(folder, 'packages');
    const files = readdirSync(packages, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThan(1_000_000);
    expect(files.filter((file) => !/\.(?:js|d\.ts|json|md)$|LICENSE$/.test(file))).toEqual([]);
    const needs = PUBLISHED.flatMap((name) => {
      const manifest: { dependencies?: object; scripts?: object } = JSON.parse(
        readFileSync(join(packages, name, 'package.json'), 'utf8'),
      );
      expect(manifest.scripts).toBeUndefined();
      return Object.keys(manifest.dependencies ?? {});
    });
    expect(needs.filter((name) => !name.startsWith('@loopscope/'))).toEqual([]);
  });

  test('brings its README along, each adapter in at most ten lines', () => {
    const shipped = readFileSync(join(folder, 'packages/sdk/README.md'), 'utf8');
    expect(shipped).toContain('@loopscope/sdk/adapters/mastra');
    const adapters = readmeBlocks().filter((block) => block.includes('/adapters/'));
    expect(adapters).toHaveLength(8);
    for (const block of adapters) {
      const lines = block.split('\n').filter((line) => line.trim() !== '');
      expect(lines.length, lines[0]).toBeLessThanOrEqual(10);
    }
  });
});
