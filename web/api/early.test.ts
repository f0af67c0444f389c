import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { commonSearch } from '../url/search.ts';
import { parseSearch } from '../url/search-text.ts';
import { takeEarly, type EarlyAnswers } from './early.ts';
import {
  attemptsSeriesQuery,
  markersQuery,
  overviewQuery,
  worstTurnsQuery,
} from './overview-queries.ts';

const script = readFileSync(new URL('../public/first-questions.js', import.meta.url), 'utf8');

/** What the script asks on a page. */
function askEarly(pathname: string, search: string, key: string | null = null) {
  const headers: Record<string, string>[] = [];
  const page: Record<string, unknown> = {
    URLSearchParams,
    location: { pathname, search },
    sessionStorage: { getItem: () => key },
    fetch: (_url: string, init: { headers: Record<string, string> }) => {
      headers.push(init.headers);
      return Promise.resolve(new Response('{}'));
    },
  };
  runInNewContext(script, page);
  return { answers: page['loopscopeEarly'] as EarlyAnswers | undefined, headers };
}

/** The addresses that the Overview asks for its first sentence. */
async function askedByPage(search: string): Promise<string[]> {
  const urls: string[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return new Response('{}', { status: 500 });
  });
  const chosen = commonSearch.parse(parseSearch(search));
  const context = { signal: new AbortController().signal } as never;
  await Promise.allSettled(
    [
      overviewQuery(chosen),
      worstTurnsQuery(chosen),
      attemptsSeriesQuery(chosen),
      markersQuery(chosen),
    ].map(({ queryFn }) => (queryFn as (context: never) => unknown)(context)),
  );
  return urls;
}

afterEach(() => vi.unstubAllGlobals());

describe('questions asked before the scripts are there', () => {
  it.each([
    '',
    '?range=1h',
    '?range=7d&agent=a%26b&agent=c',
    '?range=30d&tool=x&version=1',
    '?model=m&tz=utc',
  ])(
    'of the Overview with %j are all that its first sentence needs, and no other',
    async (search) => {
      const { answers } = askEarly('/', search);
      const urls = await askedByPage(search);
      expect(urls).toHaveLength(5);
      for (const url of urls) expect(takeEarly(url, answers)).toBeInstanceOf(Promise);
      expect(Object.keys(answers ?? {})).toEqual([]);
    },
  );

  it('are answered once: the next refresh asks anew', async () => {
    const { answers } = askEarly('/', '');
    const [url = ''] = await askedByPage('');
    expect(takeEarly(url, answers)).toBeDefined();
    expect(takeEarly(url, answers)).toBeUndefined();
  });

  it('are no answer to another range or filter', async () => {
    const { answers } = askEarly('/', '');
    for (const url of await askedByPage('?range=7d'))
      expect(takeEarly(url, answers)).toBeUndefined();
    for (const url of await askedByPage('?agent=a'))
      expect(takeEarly(url, answers)).toBeUndefined();
  });

  it.each([
    ['/turns', ''],
    ['/', '?from=2026-11-01T00:00:00Z'],
    ['/', '?range=for-ever'],
  ])('are not asked at %s with %j', (pathname, search) => {
    expect(askEarly(pathname, search).answers).toBeUndefined();
  });

  it('carry the key of the tab', () => {
    expect(askEarly('/', '', 'secret').headers[0]).toEqual({ authorization: 'Bearer secret' });
    expect(askEarly('/', '').headers[0]).toEqual({});
  });
});
