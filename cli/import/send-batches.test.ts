import { describe, expect, test } from 'vitest';

import { fakeCollector, importInto, PLAIN_RUN } from '../testing/fake-collector.ts';
import type { Source } from './open-source.ts';

/** Eight runs of two spans each. */
const source: Source = {
  name: 'runs',
  size: null,
  async *open() {
    for (let index = 0; index < 8; index += 1) {
      yield Buffer.from(`${PLAIN_RUN.replace('r1', `m${index}`)}\n`);
    }
  },
};
const send = (target: ReturnType<typeof fakeCollector>, key = '') =>
  importInto(['runs'], { target, key, openSource: () => source });

describe('the collector', () => {
  test('gets everything as one gzipped request with the key', async () => {
    const { requests, summary } = await send(fakeCollector(), 's3cret');
    expect(requests.map(({ url }) => url)).toEqual(['http://collector/v1/traces']);
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer s3cret');
    expect(requests[0]!.headers.get('content-encoding')).toBe('gzip');
    expect(summary).toMatchObject({ runs: 8, spans: 16 });
  });

  test('that is busy is asked again, after the time it names', async () => {
    const target = fakeCollector((attempt) =>
      attempt < 3
        ? new Response('', { status: attempt === 1 ? 503 : 429, headers: { 'retry-after': '0' } })
        : Response.json({}),
    );
    const { summary } = await send(target);
    expect(target.requests).toHaveLength(3);
    expect(summary).toMatchObject({ spans: 16, rejected: 0 });
  });

  test('that takes a part is believed', async () => {
    const partialSuccess = { rejectedSpans: '3', errorMessage: 'ids of wrong length' };
    const { summary, problems } = await send(
      fakeCollector(() => Response.json({ partialSuccess })),
    );
    expect(summary).toMatchObject({ spans: 13, rejected: 3 });
    expect(problems).toEqual(['runs:1 to runs:8: ids of wrong length']);
  });

  test('that refuses a batch gets it in halves, until the bad run is found', async () => {
    const target = fakeCollector((_attempt, spans) =>
      JSON.stringify(spans).includes('"m5"')
        ? Response.json({ message: 'not like this' }, { status: 400 })
        : Response.json({}),
    );
    const { summary, problems } = await send(target);
    expect(problems).toEqual(['runs:6: not like this']);
    expect(summary).toMatchObject({ spans: 14, rejected: 2 });
  });

  test('that is not there ends the import with the way to start one', async () => {
    const target = fakeCollector(() => {
      const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      throw new TypeError('fetch failed', { cause });
    });
    await expect(send(target)).rejects.toThrow(
      'No collector answers at http://collector (ECONNREFUSED): start one with `loopscope start`, or name another with --to URL.',
    );
  });

  test('that wants another key ends it too', async () => {
    const target = fakeCollector(() => new Response('', { status: 401 }));
    await expect(send(target)).rejects.toThrow('did not take the key (401)');
    const other = fakeCollector(() =>
      Response.json({ error: { message: 'This port is for the UI.' } }, { status: 404 }),
    );
    await expect(send(other)).rejects.toThrow('is no collector (404): This port is for the UI.');
  });
});
