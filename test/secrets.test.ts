import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { turnPage } from '@loopscope/api/contract';
import { FORMS, SECRETS, tells } from '@loopscope/collector/mask-corpus';
import { openStore } from '@loopscope/sql';
import { expect, test } from 'vitest';

import { startLoopscope, type Loopscope } from './faults/process.ts';
import { select } from './select.ts';

const corpus = Object.values(SECRETS);
const nowNs = (BigInt(Date.now()) - 60_000n) * 1_000_000n;
const at = { startTimeUnixNano: `${nowNs}`, endTimeUnixNano: `${nowNs + 1_000_000n}` };

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const id = (number: number, length: number): string => number.toString(16).padStart(length, 'a');

/** A text where the caps of arguments, events and messages fall into the secret. */
const longText = (secret: string, cap: number): string =>
  isLong(secret) ? `${'x '.repeat((cap - 20) / 2)} ${secret} ${'y '.repeat(100)}` : secret;
const isLong = (text: string): boolean => corpus.some((one) => one.text === text);

/** A tool call, a model call and a broken span that have it in every place where a text may stand. */
function spansWith(turn: number, text: string, place: number): object[] {
  const traceId = id(turn + 1, 32);
  const common = { traceId, ...at, name: `call ${text}` };
  const session = attribute('gen_ai.conversation.id', `session-${turn}`);
  const messages = JSON.stringify([
    { role: 'user', parts: [{ type: 'text', content: text }] },
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'c1', name: 'login', arguments: { key: text } }],
    },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: text }] },
  ]);
  return [
    {
      ...common,
      spanId: id(2 * place + 1, 16),
      status: { code: 2, message: `refused: ${text}` },
      attributes: [
        session,
        attribute('gen_ai.operation.name', 'execute_tool'),
        attribute('gen_ai.tool.name', 'login'),
        attribute('gen_ai.tool.call.arguments', JSON.stringify({ key: text, nested: [text] })),
        attribute('gen_ai.tool.call.result', longText(text, 256 * 1024)),
        attribute('http.request.header.x-forwarded', text),
        attribute('url.full', `https://api.example/x?key=${encodeURIComponent(text)}`),
        attribute('something.else', longText(text, 8 * 1024)),
        { key: 'a.list', value: { arrayValue: { values: [{ stringValue: text }] } } },
        { key: 'a.map', value: { kvlistValue: { values: [attribute(text, text)] } } },
      ],
      events: [
        {
          name: `event ${text}`,
          timeUnixNano: `${nowNs}`,
          attributes: [
            attribute('exception.message', text),
            attribute('exception.stacktrace', longText(text, 64 * 1024)),
          ],
        },
      ],
    },
    {
      ...common,
      spanId: id(2 * place + 2, 16),
      attributes: [
        session,
        attribute('gen_ai.operation.name', 'chat'),
        attribute('gen_ai.input.messages', messages),
        attribute('gen_ai.output.messages', messages),
        attribute('gen_ai.system_instructions', text),
      ],
    },
    { ...common, spanId: 'too short', attributes: [attribute('x', text)] },
  ];
}

/** One turn of all the forms of a text. */
const tracesWith = (turn: number, forms: readonly string[]) => ({
  resourceSpans: forms.map((text, place) => ({
    resource: {
      attributes: [attribute('service.name', 'shop'), attribute('process.args', text)],
    },
    scopeSpans: [{ scope: { name: 'test' }, spans: spansWith(turn, text, place) }],
  })),
});

const logsWith = (forms: readonly string[]) => ({
  resourceLogs: forms.map((text) => ({
    scopeLogs: [
      {
        scope: { name: 'com.anthropic.claude_code.events' },
        logRecords: [
          {
            timeUnixNano: `${nowNs}`,
            body: { stringValue: 'claude_code.tool_result' },
            attributes: [
              attribute('event.name', 'tool_result'),
              attribute('session.id', 'logged'),
              attribute('tool_name', 'Bash'),
              attribute('tool_parameters', JSON.stringify({ command: `curl -H '${text}'` })),
              attribute('error', text),
            ],
          },
          { timeUnixNano: `${nowNs}`, body: { stringValue: text }, attributes: [] },
        ],
      },
    ],
  })),
});

/** In pieces, most of which end within a secret. */
async function postInPieces(
  address: string,
  path: string,
  { body, secret }: { body: string; secret: string },
): Promise<number> {
  const sending = request(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  const answered = once(sending, 'response');
  const bytes = Buffer.from(body);
  const size = Math.max(7, Math.ceil(bytes.length / 50));
  for (let from = 0; from < bytes.length;) {
    const next = bytes.indexOf(secret, from + size);
    const end = next < 0 ? from + size : next + Math.ceil(secret.length / 2);
    sending.write(bytes.subarray(from, end));
    await sleep(0);
    from = end;
  }
  sending.end();
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}

/** All that the API tells of the turns and of what was refused. */
async function toldBy({ ui }: Loopscope): Promise<string> {
  const get = async (path: string): Promise<string> => (await fetch(`${ui}${path}`)).text();
  const page = turnPage.parse(JSON.parse(await get('/api/v1/turns?limit=500')));
  const paths = page.items.map(({ turn_id }) => `/api/v1/turns/${encodeURIComponent(turn_id)}`);
  const others = ['sessions', 'tools', 'tools/login', 'loops', 'ingestion', 'facets', 'signatures'];
  const texts: string[] = [JSON.stringify(page)];
  for (const path of [...paths, ...others.map((name) => `/api/v1/${name}`)]) {
    texts.push(await get(path));
  }
  return texts.join('\n');
}

/** Every text of every table; the files alone would hide them, because they are packed. */
async function textsAtRest(dataDir: string): Promise<string> {
  const store = await openStore({ dataDir, retentionDays: 3650, readers: 1 });
  try {
    const tables = await select(
      store,
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      texts.push(JSON.stringify(await select(store, `SELECT * FROM ${String(name)}`)));
    }
    return texts.join('\n');
  } finally {
    await store.close();
  }
}

test('no secret of an agent is anywhere on the disk, in the log or in an answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-secrets-'));
  const dataDir = join(folder, '.loopscope');
  try {
    const loopscope = await startLoopscope({ folder });
    for (const [turn, { text, secret }] of corpus.entries()) {
      const forms = [text, ...Object.values(FORMS).map((form) => form(text))];
      const post = async (path: string, body: string): Promise<number> =>
        postInPieces(loopscope.otlpHttp, path, { body, secret });
      expect(await post('/v1/traces', JSON.stringify(tracesWith(turn, forms)))).toBe(200);
      expect(await post('/v1/logs', JSON.stringify(logsWith(forms)))).toBe(200);
      expect(await post('/v1/traces', `{${forms[turn % forms.length]}`)).toBe(400);
    }
    // In the spool, before anything else has seen it.
    const spool = readFileSync(join(dataDir, 'spool.sqlite-wal')).toString('latin1');
    const metric = async (): Promise<string> => (await fetch(`${loopscope.ui}/metrics`)).text();
    await expect
      .poll(metric, { timeout: 30_000, interval: 250 })
      .toMatch(/loopscope_spooled_spans 0\n[^]*loopscope_analyzer_lag_seconds 0\n/);
    // Of each form two spans and a log record are stored, and the broken span is rejected.
    const forms = corpus.length * (1 + Object.keys(FORMS).length);
    expect(await metric()).toContain(`\nloopscope_stored_spans_total ${3 * forms}\n`);
    expect(await metric()).toContain(`\nloopscope_rejected_spans_total ${forms}\n`);
    const told = await toldBy(loopscope);
    expect(told).toContain('[masked:');
    expect(await loopscope.end('SIGTERM')).toBe(0);
    const files = readdirSync(dataDir, { recursive: true })
      .map((name) => join(dataDir, String(name)))
      .filter((name) => statSync(name).isFile());
    const places = {
      answers: told,
      log: loopscope.log(),
      spool,
      tables: await textsAtRest(dataDir),
      files: files.map((name) => readFileSync(name).toString('latin1')).join('\n'),
    };
    expect(places.tables).toContain('[masked:');
    for (const [place, text] of Object.entries(places)) {
      const seen = corpus.filter(({ secret }) =>
        place === 'files' || place === 'spool' ? text.includes(secret) : tells(text, secret),
      );
      expect(seen, place).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
