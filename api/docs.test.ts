import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestStore, serve, type Served } from './testing/serve.ts';

let api: Served;
beforeAll(async () => {
  const { store, remove } = await openTestStore();
  api = await serve(store);
  return async () => {
    await api.close();
    await remove();
  };
});

const description = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ summary: z.string() }))),
});

describe('the OpenAPI description', () => {
  it('is valid and lists every route', async () => {
    const { json } = await api.get('/api/docs/json');
    const { paths } = description.parse(json);
    const result = await new Validator().validate(json as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(Object.keys(paths).toSorted((left, right) => left.localeCompare(right))).toEqual([
      '/api/v1/alerts',
      '/api/v1/alerts/{id}',
      '/api/v1/alerts/{id}/acknowledge',
      '/api/v1/alerts/history',
      '/api/v1/alerts/open',
      '/api/v1/backtest',
      '/api/v1/ceilings',
      '/api/v1/compare',
      '/api/v1/dead-letters',
      '/api/v1/dead-letters/redrive',
      '/api/v1/declarations',
      '/api/v1/declarations/{tool}',
      '/api/v1/declarations/{tool}/history',
      '/api/v1/deletions',
      '/api/v1/exemptions',
      '/api/v1/exemptions/{tool}',
      '/api/v1/facets',
      '/api/v1/guard',
      '/api/v1/guard/decisions',
      '/api/v1/histograms/distinct-ratio',
      '/api/v1/histograms/max-attempts',
      '/api/v1/ingestion',
      '/api/v1/live',
      '/api/v1/loops',
      '/api/v1/loops/{id}/feedback',
      '/api/v1/loops/new-since',
      '/api/v1/markers',
      '/api/v1/overview',
      '/api/v1/receivers',
      '/api/v1/receivers/{name}/test',
      '/api/v1/rules',
      '/api/v1/rules/{name}',
      '/api/v1/rules/check',
      '/api/v1/rules/export',
      '/api/v1/rules/facts',
      '/api/v1/rules/file',
      '/api/v1/rules/preview',
      '/api/v1/rules/problems',
      '/api/v1/savings',
      '/api/v1/scan',
      '/api/v1/series/loops',
      '/api/v1/series/max-attempts',
      '/api/v1/sessions',
      '/api/v1/sessions/{id}',
      '/api/v1/sessions/{id}/stop',
      '/api/v1/signatures',
      '/api/v1/silences',
      '/api/v1/silences/{id}',
      '/api/v1/status',
      '/api/v1/stops',
      '/api/v1/stops/live',
      '/api/v1/tools',
      '/api/v1/tools/{name}',
      '/api/v1/turns',
      '/api/v1/turns/{id}',
      '/api/v1/turns/{id}/case',
      '/api/v1/turns/{id}/find',
      '/api/v1/turns/{id}/texts',
      '/healthz',
      '/metrics',
      '/readyz',
    ]);
  });

  it('says what the range is where none is asked for', async () => {
    const { text } = await api.get('/api/docs/json');
    expect(text).toContain('Absent: 24 hours before `to`.');
    expect(text).toContain('the last 24 hours are asked for');
  });

  it('has a page that loads nothing from elsewhere', async () => {
    const { text } = await api.get('/api/docs/');
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(loaded.length).toBeGreaterThan(3);
    for (const address of loaded) expect(address).toMatch(/^\.\/static\//);
    expect((await api.get('/api/docs/static/swagger-initializer.js')).text).toContain(
      'validatorUrl: null',
    );
  });
});
