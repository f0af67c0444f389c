import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { ENTRY, heldPort, ready, useWorkplace } from './testing/spawn-loopscope.ts';

const { folder, loopscope } = useWorkplace();

describe('usage', () => {
  test.each<[args: string[], code: number, stream: 'stdout' | 'stderr', text: RegExp]>([
    [['strat'], 2, 'stderr', /^loopscope: unknown command 'strat'\n.*Did you mean start\?/],
    [
      ['start', '--jsn'],
      2,
      'stderr',
      /^loopscope: unknown option '--jsn'\n.*Did you mean --json\?/,
    ],
    [['import'], 2, 'stderr', /^loopscope: missing required argument 'file'/],
    [
      ['import', '--form', 'xml', 'x'],
      2,
      'stderr',
      /'xml' is invalid\. Allowed choices are otlp, plain, chat\./,
    ],
    [['import', '--at', 'noon', 'x'], 2, 'stderr', /Give a time such as 2026-11-30T12:00:00Z\./],
    [
      ['import', '--to', 'localhost:4318', 'x'],
      2,
      'stderr',
      /Give an address such as http:\/\/127\.0\.0\.1:4318\./,
    ],
    [['demo', '--turns', '0'], 2, 'stderr', /Give a whole number above 0\./],
    [[], 2, 'stderr', /Usage: loopscope/],
    [['--help'], 0, 'stdout', /start .*\n[^]*migrate[^]*import[^]*demo/],
    [['--version'], 0, 'stdout', /^\d+\.\d+\.\d+\n$/],
  ])('loopscope %j exits with %i', async (args, code, stream, text) => {
    const command = loopscope(args);
    expect(await command.over).toBe(code);
    expect(command[stream]()).toMatch(text);
    expect(command[stream === 'stdout' ? 'stderr' : 'stdout']()).toBe('');
  });
});

describe.skipIf(!existsSync('/dev/full'))('output that cannot be written', () => {
  test('is told, and is no success', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [ENTRY, '--version'], {
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr.toString()).toBe(
      'loopscope: The output could not be written: ENOSPC: no space left on device, write\n',
    );
  });
});

describe('the launcher', () => {
  test('runs the command line from any folder, through a link', () => {
    const link = join(folder(), 'linked');
    symlinkSync(fileURLToPath(new URL('../loopscope', import.meta.url)), link);
    writeFileSync(join(folder(), 'empty.jsonl'), '');
    const { status, stderr } = spawnSync(link, ['scan', 'empty.jsonl'], { cwd: folder() });
    expect(status).toBe(2);
    expect(stderr.toString()).toMatch(/^loopscope: empty\.jsonl: holds no recorded runs/);
  });
});

describe('what keeps it from starting is one sentence on stderr and exit code 2', () => {
  test('a wrong key in the file and a wrong variable, both at once', async () => {
    writeFileSync(join(folder(), 'loopscope.yaml'), 'tools:\n  t:\n    identty: [a]\n');
    const command = loopscope(['start'], { LOOPSCOPE_CONTENT: 'some' });
    expect(await command.over).toBe(2);
    expect(command.stdout()).toBe('');
    expect(command.stderr()).toBe(
      'loopscope: LOOPSCOPE_CONTENT is "some": give "full" or "hashes"\n' +
        'loopscope: loopscope.yaml:3: unknown key "identty" in tools.t; did you mean "identity"?\n',
    );
  });

  test('a public address without keys', async () => {
    const command = loopscope(['start'], { LOOPSCOPE_HOST: '0.0.0.0' });
    expect(await command.over).toBe(2);
    expect(command.stderr()).toMatch(
      /set LOOPSCOPE_API_KEYS and LOOPSCOPE_INGEST_KEYS, or use 127\.0\.0\.1\n$/,
    );
  });

  test('a single role on the embedded store', async () => {
    const command = loopscope(['collector']);
    expect(await command.over).toBe(2);
    expect(command.stderr()).toMatch(/^loopscope: A role of its own needs a ClickHouse server/);
  });

  test.each([
    ['LOOPSCOPE_OTLP_HTTP_PORT', 'OTLP/HTTP'],
    ['LOOPSCOPE_OTLP_GRPC_PORT', 'OTLP/gRPC'],
    ['LOOPSCOPE_HTTP_PORT', 'UI and API'],
  ])('a port in use, which %s would change', async (variable, what) => {
    const { port, release } = await heldPort();
    const command = loopscope(['start'], { [variable]: String(port) });
    expect(await command.over).toBe(2);
    expect(
      command
        .stderr()
        .split('\n')
        .filter((line) => line.startsWith('loopscope:')),
    ).toEqual([
      `loopscope: Port ${port} for ${what} is already in use: stop what listens there, or set ${variable} to another port (0 picks a free one).`,
    ]);
    expect(command.stdout()).toBe('');
    await release();
  });

  test('a data directory that another process uses, which goes on', async () => {
    const first = loopscope(['start']);
    const { ui } = await ready(first);
    const second = loopscope(['start']);
    expect(await second.over).toBe(2);
    expect(second.stderr()).toContain(
      `loopscope: The data directory ${join(folder(), '.loopscope')} is in use by another Loopscope process`,
    );
    expect((await fetch(`${ui}/readyz`)).status).toBe(200);
  });

  test('a server that does not answer, for migrate', async () => {
    const command = loopscope(['migrate'], {
      LOOPSCOPE_CLICKHOUSE_URL: 'http://u:hunter2@127.0.0.1:1/db',
    });
    expect(await command.over).toBe(2);
    expect(command.stderr()).toMatch(
      /^loopscope: The ClickHouse server at http:\/\/127\.0\.0\.1:1\/ does not answer/,
    );
    expect(command.stderr()).not.toContain('hunter2');
  });
});
