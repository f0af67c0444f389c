import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
/** A scripted model with the streaming interfaces of three coding agents. */
export type Ask = { id: string; tool: string; args: Record<string, unknown> };
export class Scripted {
  steps: Ask[][] = [];
  n = 0;
  baseUrl = '';
  log: string[] = [];
  bodies: string[] = [];
  async listen() {
    const server = createServer((q, r) => {
      const parts: Buffer[] = [];
      q.on('data', (p) => parts.push(p));
      q.on('end', () => {
        const raw = Buffer.concat(parts);
        let body: any = {};
        try {
          body = JSON.parse(
            (q.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString(),
          );
        } catch {}
        const url = q.url ?? '';
        this.log.push(`${q.method} ${url}`);
        try {
          this.answer(url, body, r);
        } catch (e) {
          this.log.push(String(e));
          r.writeHead(500).end();
        }
      });
    });
    await new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok));
    this.baseUrl = `http://127.0.0.1:${(server.address() as any).port}`;
    return this;
  }
  sse(r: any, events: [string, any][]) {
    r.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [e, d] of events)
      r.write(`${e ? `event: ${e}\n` : ''}data: ${JSON.stringify(d)}\n\n`);
    r.end();
  }
  isCaching = true;
  usage(n: number) {
    return { input: 100 + 25 * n, output: 10 + n, cached: n === 0 || !this.isCaching ? 0 : 40 };
  }
  answer(url: string, body: any, r: any) {
    const json = (v: any) =>
      r.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(v));
    if (/\/v1\/messages\?|\/v1\/messages$/.test(url)) {
      const isMain = (body.tools ?? []).length > 3;
      const calls = isMain ? (this.steps[this.n] ?? []) : [];
      const n = isMain ? this.n++ : 0;
      const u = this.usage(n);
      if (isMain) this.bodies.push(JSON.stringify(body.messages.at(-1)));
      const content = calls.length
        ? calls.map((c) => ({ type: 'tool_use', id: c.id, name: c.tool, input: c.args }))
        : [{ type: 'text', text: 'Done: here is the answer.' }];
      const usage = {
        input_tokens: u.input - u.cached,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: u.cached,
        output_tokens: u.output,
      };
      const msg = {
        id: `msg_${n}`,
        type: 'message',
        role: 'assistant',
        model: body.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      };
      if (!body.stream)
        return json({
          ...msg,
          content,
          stop_reason: calls.length ? 'tool_use' : 'end_turn',
          usage,
        });
      const ev: [string, any][] = [['message_start', { type: 'message_start', message: msg }]];
      content.forEach((c: any, index) => {
        ev.push([
          'content_block_start',
          {
            type: 'content_block_start',
            index,
            content_block: c.type === 'text' ? { type: 'text', text: '' } : { ...c, input: {} },
          },
        ]);
        ev.push([
          'content_block_delta',
          {
            type: 'content_block_delta',
            index,
            delta:
              c.type === 'text'
                ? { type: 'text_delta', text: c.text }
                : { type: 'input_json_delta', partial_json: JSON.stringify(c.input) },
          },
        ]);
        ev.push(['content_block_stop', { type: 'content_block_stop', index }]);
      });
      ev.push(
        [
          'message_delta',
          {
            type: 'message_delta',
            delta: { stop_reason: calls.length ? 'tool_use' : 'end_turn', stop_sequence: null },
            usage: { ...usage },
          },
        ],
        ['message_stop', { type: 'message_stop' }],
      );
      return this.sse(r, ev);
    }
    if (/\/responses$/.test(url)) {
      const calls = this.steps[this.n] ?? [];
      const n = this.n++;
      const u = this.usage(n);
      this.bodies.push(JSON.stringify(body.input?.at(-1)));
      const output = calls.length
        ? calls.map((c) => ({
            type: 'function_call',
            id: `fc_${c.id}`,
            call_id: c.id,
            name: c.tool,
            arguments: JSON.stringify(c.args),
            status: 'completed',
          }))
        : [
            {
              type: 'message',
              id: `msg_${n}`,
              role: 'assistant',
              status: 'completed',
              content: [
                { type: 'output_text', text: 'Done: here is the answer.', annotations: [] },
              ],
            },
          ];
      const response = {
        id: `resp_${n}`,
        object: 'response',
        created_at: 1764460800,
        status: 'completed',
        model: body.model,
        output,
        usage: {
          input_tokens: u.input,
          input_tokens_details: { cached_tokens: u.cached },
          output_tokens: u.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: u.input + u.output,
        },
      };
      const ev: [string, any][] = [
        [
          'response.created',
          {
            type: 'response.created',
            response: { ...response, status: 'in_progress', output: [], usage: null },
          },
        ],
      ];
      output.forEach((item, i) => {
        ev.push(
          [
            'response.output_item.added',
            { type: 'response.output_item.added', output_index: i, item },
          ],
          [
            'response.output_item.done',
            { type: 'response.output_item.done', output_index: i, item },
          ],
        );
      });
      ev.push(['response.completed', { type: 'response.completed', response }]);
      return this.sse(r, ev);
    }
    if (/GenerateContent/i.test(url)) {
      const isMain = (body.tools ?? []).some((t: any) => (t.functionDeclarations ?? []).length > 2);
      const calls = isMain ? (this.steps[this.n] ?? []) : [];
      const n = isMain ? this.n++ : 0;
      const u = this.usage(n);
      const parts = calls.length
        ? calls.map((c) => ({ functionCall: { id: c.id, name: c.tool, args: c.args } }))
        : [
            {
              text: isMain
                ? 'Done: here is the answer.'
                : '{"reasoning":"x","next_speaker":"user","complexity_score":1,"model_choice":"flash"}',
            },
          ];
      const out = {
        candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
        usageMetadata: {
          promptTokenCount: u.input,
          candidatesTokenCount: u.output,
          totalTokenCount: u.input + u.output,
          cachedContentTokenCount: u.cached,
        },
        modelVersion: 'fake-model-1',
      };
      return /stream/i.test(url) ? this.sse(r, [['', out]]) : json(out);
    }
    if (/count_tokens|countTokens/.test(url)) return json({ input_tokens: 100, totalTokens: 100 });
    if (/models/.test(url)) return json({ data: [], models: [] });
    json({});
  }
}
