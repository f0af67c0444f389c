import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { StoreError, type Store } from '@loopscope/sql';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import type { Ingestion } from './contract/index.ts';
import type { ApiOptions } from './index.ts';
import { openTestStore, serve, type Served } from './testing/serve.ts';

let store: Store;
/** Started once: a server takes its time to describe itself, and remembers nothing of who asked. */
let keyed: Served;
let keyless: Served;
const webDir = mkdtempSync(join(tmpdir(), 'loopscope-web-'));

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Loopscope</title>');
  writeFileSync(join(webDir, 'favicon.svg'), '<svg/>');
  writeFileSync(join(webDir, 'assets', 'index-abc123.js'), 'export {};');
  const opened = await openTestStore();
  store = opened.store;
  keyed = await serve(store, { webDir, apiKeys: ['key-one', 'key-two'] });
  keyless = await serve(store, { webDir });
  return async () => {
    await Promise.all([keyed.close(), keyless.close()]);
    await opened.remove();
    rmSync(webDir, { recursive: true });
  };
});

const INGESTION: Ingestion = {
  received: 3,
  stored: 1,
  duplicate: 1,
  rejected: 0,
  spooled: 1,
  turned_away: 0,
  refusals: { unauthenticated: 2 },
  last_refusal: null,
  metrics_requests: 0,
  logs_requests: 0,
  unused_log_records: 0,
  old_spans: 0,
  spool_bytes: 10,
  spool_limit_bytes: 100,
  spool_oldest_ms: 0,
  spool_lag_ms: 0,
};

async function start(options: Partial<ApiOptions> = {}): Promise<Served> {
  const api = await serve(store, { webDir, ...options });
  onTestFinished(() => api.close());
  return api;
}

/** `fetch` sets Host itself. */
function statusWithHost(address: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${address}/api/v1/status`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('with keys', () => {
  it.each([
    ['none', {}, 401],
    ['the first', { authorization: 'Bearer key-one' }, 200],
    ['the second', { 'x-api-key': 'key-two' }, 200],
    ['lower-case scheme', { authorization: 'bearer key-one' }, 200],
    ['a wrong one', { authorization: 'Bearer key-three' }, 401],
    ['a beginning', { authorization: 'Bearer key-on' }, 401],
    ['an empty one', { 'x-api-key': '' }, 401],
    ['another scheme', { authorization: 'Basic a2V5LW9uZQ==' }, 401],
    ['both, the bearer wrong', { authorization: 'Bearer no', 'x-api-key': 'key-one' }, 401],
  ])('%s is answered %j %i', async (_name, headers, expected) => {
    const api = keyed;
    const answer = await api.get('/api/v1/status', { ...headers });
    expect(answer.status).toBe(expected);
    if (expected === 401) {
      expect(answer.json).toMatchObject({ error: { code: 'unauthorized' } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('all that holds data needs one, by whatever path', async () => {
    const api = keyed;
    const paths = [
      '/metrics',
      '/api/v1/turns',
      '/api/v1/turns/x',
      '/api/v1/live',
      '/%61pi/v1/turns',
      '/api/v1/%74urns',
    ];
    for (const path of paths) expect((await api.get(path)).status, path).toBe(401);
    for (const path of ['/api/v1/status?key=key-one', '/api/v1/status?x-api-key=key-one']) {
      expect((await api.get(path)).status, path).toBe(401);
    }
    for (const path of ['//api/v1/turns', '/API/v1/turns', '/api/../api/v1/turns']) {
      expect((await api.get(path)).text, path).not.toContain('items');
    }
  });

  it('probes, the description and the web need none', async () => {
    const api = keyed;
    for (const path of [
      '/healthz',
      '/readyz',
      '/api/docs',
      '/api/docs/json',
      '/',
      '/turns/1',
      '/favicon.svg',
    ]) {
      expect((await api.get(path)).status, path).toBe(200);
    }
  });

  it('any host name is answered', async () => {
    const api = keyed;
    expect(await statusWithHost(api.address, 'loopscope.example')).toBe(401);
  });
});

describe('without keys', () => {
  it.each([
    ['127.0.0.1:4319', 200],
    ['localhost:4319', 200],
    ['LOCALHOST', 200],
    ['[::1]:4319', 200],
    ['evil.example', 421],
    ['127.0.0.1.evil.example:4319', 421],
    ['localhost.evil.example', 421],
  ])('the host name %s is answered %i', async (host, expected) => {
    const api = keyless;
    expect(await statusWithHost(api.address, host)).toBe(expected);
  });
});

describe('every answer', () => {
  it.each(['/', '/api/v1/status', '/api/docs', '/nothing.js', '/assets/index-abc123.js'])(
    '%s forbids foreign scripts and frames, and other origins',
    async (path) => {
      const api = keyless;
      const { headers } = await api.get(path, { origin: 'https://evil.example' });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('upgrade-insecure-requests');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('that failed inside says nothing of the reason, and the log does', async () => {
    const broken: Store = {
      ...store,
      query: () => Promise.reject(new Error('secret path /var/x')),
    };
    const api = await serve(broken);
    onTestFinished(() => api.close());
    const answer = await api.get('/api/v1/overview');
    expect(answer).toMatchObject({ status: 500, json: { error: { code: 'internal' } } });
    expect(answer.text).not.toContain('secret');
    expect(api.logged).toEqual(['error api request failed']);
  });

  it('of a store that does not answer is 503, and so is readiness', async () => {
    const away: Store = {
      ...store,
      query: () =>
        Promise.reject(
          new StoreError({ code: 'store_unreachable', retryable: true }, 'ECONNREFUSED'),
        ),
      ping: () => Promise.resolve(false),
    };
    const api = await serve(away, { ingestion: () => INGESTION });
    onTestFinished(() => api.close());
    const answer = await api.get('/api/v1/overview');
    expect(answer).toMatchObject({ status: 503, json: { error: { code: 'store_unavailable' } } });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await api.get('/readyz')).status).toBe(503);
    expect((await api.get('/healthz')).status).toBe(200);
    const metrics = await api.get('/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.text).toContain('loopscope_store_answers 0\n');
    expect(metrics.text).toContain('loopscope_spooled_spans 1\n');
  });

  it('is not ready while what comes in cannot be kept', async () => {
    let takesSpans = false;
    const api = await serve(store, { takesSpans: async () => takesSpans });
    onTestFinished(() => api.close());
    const red = await api.get('/readyz');
    expect(red).toMatchObject({ status: 503, json: { error: { code: 'store_unavailable' } } });
    expect(red.text).toContain('spool');
    takesSpans = true;
    expect((await api.get('/readyz')).status).toBe(200);
  });

  it('is not ready while spans wait for the store for more than a minute', async () => {
    let waitedMs = 61_000;
    const api = await serve(store, {
      ingestion: () => ({ ...INGESTION, spool_oldest_ms: waitedMs }),
    });
    onTestFinished(() => api.close());
    const stuck = await api.get('/readyz');
    expect(stuck).toMatchObject({ status: 503, json: { error: { code: 'store_unavailable' } } });
    waitedMs = 59_000;
    expect((await api.get('/readyz')).status).toBe(200);
  });
});

describe('the web', () => {
  it('is its index for every page, and its files for ever where their names carry a hash', async () => {
    const api = keyless;
    for (const path of ['/', '/turns', '/turns/a%2Fb?x=1', '/deep/er/page']) {
      const { status, text, headers } = await api.get(path);
      expect([status, text]).toEqual([200, '<!doctype html><title>Loopscope</title>']);
      expect(headers.get('cache-control')).toBe('no-cache');
    }
    const asset = await api.get('/assets/index-abc123.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/api', '/api/v1', '/api/v1/none', '/api/v2/turns', '/assets/none.js', '/metrics/x'])(
    '%s is not a page of it',
    async (path) => {
      const api = keyless;
      expect(await api.get(path)).toMatchObject({
        status: 404,
        json: { error: { code: 'not_found' } },
      });
    },
  );

  it.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cx',
  ])('%s leaves its folder for nobody', async (path) => {
    const api = keyless;
    expect((await api.get(path)).text).not.toMatch(/root:|"name"/);
  });

  it('tells an exporter that took its port for the collector where spans go', async () => {
    const addresses = () => ({ otlp_http: 'http://h:5318', otlp_grpc: 'http://h:5317' });
    const api = await start({ addresses });
    const answer = await fetch(`${api.address}/v1/traces`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('http://h:5318/v1/traces, gRPC to http://h:5317');
  });

  it('says in one line how to build it where it is not built', async () => {
    const api = await start({ webDir: null });
    const answer = await api.get('/');
    expect(answer.status).toBe(200);
    expect(answer.text.trim().split('\n').length).toBe(1);
    expect(answer.text).toContain('build:web');
    expect((await api.get('/turns')).status).toBe(404);
  });
});
