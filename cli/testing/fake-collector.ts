import { gunzipSync } from 'node:zlib';

import { z } from 'zod';

import { importFiles, type ImportOptions } from '../import/import-files.ts';
import type { OtlpResourceSpans, OtlpSpan } from '../import/otlp-json.ts';

export const PLAIN_RUN =
  '{"id":"r1","agent":"a","calls":[{"tool":"t","args":{"id":9007199254740993},"result":"[]"}]}';

const exportRequest = z.object({ resourceSpans: z.array(z.custom<OtlpResourceSpans>()) });

/** A collector that answers as told and remembers what it took. */
export function fakeCollector(
  answer: (attempt: number, spans: OtlpSpan[]) => Response = () => Response.json({}),
) {
  const taken: OtlpSpan[] = [];
  const requests: { url: string; headers: Headers }[] = [];
  const fake: typeof fetch = async (url, init) => {
    const request = new Request(url, { ...init, duplex: 'half' });
    requests.push({ url: request.url, headers: request.headers });
    const text = gunzipSync(await request.arrayBuffer()).toString();
    const spans = exportRequest
      .parse(JSON.parse(text))
      .resourceSpans.flatMap((part) => part.scopeSpans.flatMap((scope) => scope.spans));
    const response = answer(requests.length, spans);
    if (response.ok) taken.push(...spans);
    return response;
  };
  return { fetch: fake, taken, requests };
}

/** Imports into a fake collector. */
export async function importInto(
  paths: string[],
  {
    target = fakeCollector(),
    ...options
  }: Partial<ImportOptions> & { target?: ReturnType<typeof fakeCollector> } = {},
) {
  const problems: string[] = [];
  const summary = await importFiles(paths, {
    url: 'http://collector',
    key: '',
    fetch: target.fetch,
    form: null,
    declarations: new Map(),
    atMs: Date.UTC(2026, 10, 30, 12),
    spreadMs: 3_600_000,
    onProblem: (where, why) => problems.push(`${where}: ${why}`),
    ...options,
  });
  return { summary, problems, spans: target.taken, requests: target.requests };
}

export const attribute = (span: OtlpSpan | undefined, key: string) =>
  span?.attributes.find((candidate) => candidate.key === key)?.value;
