import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { ANSWER, type Step, type Turn } from './scenarios.ts';

/** Bedrock's Converse interface on 127.0.0.1, whole and streamed; each request is answered with the turn's next step. */
export class FakeBedrock {
  turn: Turn | null = null;
  baseUrl = '';
  private readonly isCaching: boolean;

  constructor({ isCaching }: { isCaching: boolean }) {
    this.isCaching = isCaching;
  }

  async listen(): Promise<this> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const step = this.turn!.next();
        const isStream = request.url?.endsWith('/converse-stream') ?? false;
        const type = isStream ? 'application/vnd.amazon.eventstream' : 'application/json';
        response.writeHead(200, { 'content-type': type, 'x-amzn-requestid': `req-${step.n}` });
        response.end(
          isStream ? Buffer.concat(this.events(step)) : JSON.stringify(this.answer(step)),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  /** Cached tokens are counted beside the input tokens. */
  private usageOf({ usage }: Step) {
    const cached = this.isCaching ? usage.cache_read_input_tokens : 0;
    return {
      inputTokens: usage.input_tokens - cached,
      outputTokens: usage.output_tokens,
      totalTokens: usage.input_tokens + usage.output_tokens,
      ...(this.isCaching ? { cacheReadInputTokens: cached, cacheWriteInputTokens: 0 } : {}),
    };
  }

  private answer(step: Step) {
    const content = step.calls.map(({ id, tool, args }) => ({
      toolUse: { toolUseId: id, name: tool, input: args },
    }));
    return {
      output: {
        message: { role: 'assistant', content: content.length > 0 ? content : [{ text: ANSWER }] },
      },
      stopReason: stopOf(step),
      usage: this.usageOf(step),
      metrics: { latencyMs: 5 },
    };
  }

  private events(step: Step): Buffer[] {
    const blocks = step.calls.flatMap(({ id, tool, args }, contentBlockIndex) => {
      const text = JSON.stringify(args);
      const half = Math.ceil(text.length / 2);
      return [
        event('contentBlockStart', {
          contentBlockIndex,
          start: { toolUse: { toolUseId: id, name: tool } },
        }),
        ...[text.slice(0, half), text.slice(half)].map((input) =>
          event('contentBlockDelta', { contentBlockIndex, delta: { toolUse: { input } } }),
        ),
        event('contentBlockStop', { contentBlockIndex }),
      ];
    });
    const said = [
      event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: ANSWER } }),
      event('contentBlockStop', { contentBlockIndex: 0 }),
    ];
    return [
      event('messageStart', { role: 'assistant' }),
      ...(blocks.length > 0 ? blocks : said),
      event('messageStop', { stopReason: stopOf(step) }),
      event('metadata', { usage: this.usageOf(step), metrics: { latencyMs: 5 } }),
    ];
  }
}

const stopOf = ({ calls }: Step): string => (calls.length > 0 ? 'tool_use' : 'end_turn');

/** One message of Amazon's event stream: lengths, headers, payload, each part under its checksum. */
function event(type: string, payload: object): Buffer {
  const headers = Buffer.concat(
    [
      [':event-type', type],
      [':content-type', 'application/json'],
      [':message-type', 'event'],
    ].map(([name, value]) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(value!.length);
      const text = Buffer.from([7]);
      return Buffer.concat([
        Buffer.from([name!.length]),
        Buffer.from(name!),
        text,
        length,
        Buffer.from(value!),
      ]);
    }),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, headers, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(message));
  return Buffer.concat([message, checksum]);
}
