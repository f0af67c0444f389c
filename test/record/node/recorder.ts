import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SCENARIOS, Turn } from './scenarios.ts';

/**
 * Runs an agent through the scenarios and keeps what its instrumentation exported, byte for byte, with the truth beside
 * it. Nothing leaves the machine: model and collector are 127.0.0.1.
 */
const WIRE = process.env['WIRE'] ?? fileURLToPath(new URL('../../wire/', import.meta.url));
export const MODEL = 'fake-model-1';
export const AGENT = 'support-agent';
export const INSTRUCTIONS = 'You help.';

interface Kept {
  body: Buffer;
  path: string;
  headers: Record<string, string | string[] | undefined>;
}

const kept: Kept[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const raw = Buffer.concat(parts);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
    const path = request.url ?? '';
    if (/\/v1\/(traces|logs)$/.test(path)) kept.push({ body, path, headers: request.headers });
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
export const collectorUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ??= collectorUrl;

export interface Recording {
  emitter: string;
  packages: string[];
  run: (turn: Turn) => Promise<void>;
  flush: () => Promise<void>;
  /** Whether the program tells the emitter about them. */
  session?: boolean;
  user?: boolean;
  agent?: string | null;
  idPrefix?: string;
  /** Scenarios that say something about this variant; the command line may name fewer. */
  scenarios?: string[];
  /** What is scripted in another way than by the scenarios. */
  turnOf?: (scenario: string) => Turn;
}

export async function record(recording: Recording): Promise<never> {
  const { emitter, packages, scenarios = Object.keys(SCENARIOS) } = recording;
  mkdirSync(WIRE + emitter, { recursive: true });
  writeJson(`${WIRE}${emitter}/versions.json`, { node: process.version, ...versionsOf(packages) });
  const wanted = process.argv.slice(3);
  for (const scenario of wanted.length > 0 ? wanted : scenarios) {
    await recordOne(recording, scenario);
  }
  process.exit(0);
}

async function recordOne(recording: Recording, scenario: string): Promise<void> {
  const { emitter, run, flush, session = true, user = true, agent = AGENT } = recording;
  const turn =
    recording.turnOf?.(scenario) ?? new Turn(emitter, scenario, recording.idPrefix ?? 'call');
  kept.length = 0;
  const about: Record<string, unknown> = {
    emitter,
    scenario,
    session_id: session ? turn.session : null,
    user_id: user ? turn.user : null,
    agent_name: agent,
    model: MODEL,
  };
  try {
    await run(turn);
  } catch (error) {
    about['run_threw'] = String(error);
    console.error(error);
  }
  await flush();
  const folder = `${WIRE}${emitter}/${scenario}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // Some agents name their session themselves.
  if (session) about['session_id'] = turn.session;
  writeJson(`${folder}truth.json`, { ...about, ...turn.truth() });
  writeJson(`${folder}wire.json`, kept.map(keep(folder)));
  console.error(emitter, scenario, kept.length, 'requests');
}

function keep(folder: string): (request: Kept, at: number) => Record<string, unknown> {
  return ({ body, path, headers }, at) => {
    const isJson = String(headers['content-type']).includes('json');
    const kind = path.endsWith('/v1/logs') ? 'logs' : 'request';
    const name = `${kind}-${at + 1}.${isJson ? 'otlp.json' : 'pb'}.gz`;
    writeFileSync(folder + name, gzipSync(body, { level: 9 }));
    return {
      n: at + 1,
      path,
      content_type: headers['content-type'],
      content_encoding: headers['content-encoding'],
      user_agent: headers['user-agent'],
      bytes: body.length,
    };
  };
}

function versionsOf(packages: string[]): Record<string, string> {
  const root = process.env['PACKAGES'] ?? '.';
  return Object.fromEntries(
    packages.map((name) => [
      name,
      JSON.parse(readFileSync(`${root}/node_modules/${name}/package.json`, 'utf8')).version,
    ]),
  );
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
}
