/**
 * The part of ClickHouse's HTTP interface that `@clickhouse/client` speaks, over the embedded engine:
 * `node test/clickhouse-front.ts DIR [CONFIG]` prints the port it listens on. Every request has a session of its own, so
 * that settings of one never reach another, as on a server. CONFIG is a file of the engine's own configuration.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';

import { Session } from 'chdb';

/** Address parameters that are the protocol's own; every other one is a setting, or a value as `param_name`. */
const PROTOCOL = new Set(['query', 'query_id', 'database', 'session_id', 'role', 'default_format']);
/** Settings of the HTTP layer, which the engine does not know. */
const HTTP_SETTING = /^(wait_end_of_query|http_|send_progress_|enable_http_|compress|decompress)/;
/** What a server answers otherwise than by 500. */
const STATUS: Readonly<Record<string, number>> = { 60: 404, 81: 404, 516: 403, 497: 403, 62: 400 };

const [, , path, config] = process.argv;
if (path === undefined) throw new Error('usage: node test/clickhouse-front.ts DIR');
// Holds the directory while no request is running.
const connectionArgs = config === undefined ? [] : [`--config-file=${config}`];
const holder = new Session(path, { connectionArgs });

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => fail(response, error));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(port);
});
process.stdin.resume().on('end', () => process.exit(0));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  holder.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://front');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  const { query, params, settings } = await readRequest(request, url.searchParams);
  const session = new Session(path, { connectionArgs });
  try {
    for (const [name, value] of settings) await session.queryAsync(`SET ${name} = '${value}'`);
    const bound = Object.fromEntries(
      params.map(([name, text]) => [name, readParam(query, name, text)]),
    );
    const result = await session.queryBindAsync(query, bound, {
      format: url.searchParams.get('default_format') ?? 'TabSeparated',
    });
    response.writeHead(200, {
      'content-type': 'text/plain; charset=UTF-8',
      'x-clickhouse-query-id': url.searchParams.get('query_id') ?? '',
      'x-clickhouse-summary': JSON.stringify({
        read_rows: String(result.rowsRead),
        read_bytes: String(result.bytesRead),
        elapsed_ns: String(Math.round(result.elapsed * 1e9)),
      }),
    });
    response.end(result.bytes());
  } finally {
    session.close();
  }
}

interface Asked {
  query: string;
  params: [name: string, text: string][];
  settings: [name: string, value: string][];
}

/** The statement stands in the body, or in the address with its data in the body; values in the address or as form parts. */
async function readRequest(request: IncomingMessage, address: URLSearchParams): Promise<Asked> {
  const body = unpack(await buffer(request), request.headers['content-encoding']);
  const parts = new Map(address);
  const contentType = request.headers['content-type'] ?? '';
  let data = body.toString();
  if (contentType.startsWith('multipart/form-data')) {
    const headers = { 'content-type': contentType };
    for (const [name, value] of await new Response(new Uint8Array(body), { headers }).formData()) {
      parts.set(name, typeof value === 'string' ? value : await value.text());
    }
    data = '';
  }
  const query = [parts.get('query') ?? '', data].filter((text) => text !== '').join('\n');
  const entries = [...parts].filter(([name]) => !PROTOCOL.has(name));
  const params = entries
    .filter(([name]) => name.startsWith('param_'))
    .map(([name, text]): [string, string] => [name.slice('param_'.length), text]);
  const settings = entries.filter(
    ([name]) => !name.startsWith('param_') && !HTTP_SETTING.test(name),
  );
  // Once it is read-only a session takes no more settings.
  settings.sort(([a], [b]) => Number(a === 'readonly') - Number(b === 'readonly'));
  return { query, params, settings };
}

function unpack(body: Buffer, encoding: string | undefined): Buffer {
  return encoding === 'zstd' ? zstdDecompressSync(body) : body;
}

/** The text form of a value on the wire -> the value; lists are lists of strings here. */
function readParam(query: string, name: string, text: string): string | string[] {
  if (!query.includes(`{${name}:Array(String)}`)) return unescape(text);
  return [...text.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, element]) => unescape(element ?? ''));
}

function unescape(text: string): string {
  const letters: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '0': '\0' };
  return text.replaceAll(/\\(.)/gs, (_escape, letter: string) => letters[letter] ?? letter);
}

function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)\./.exec(message)?.[1] ?? '1002';
  response.writeHead(STATUS[code] ?? 500, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': code,
  });
  response.end(`${message.trim()} (version 26.7.2.1 (official build))\n`);
}
