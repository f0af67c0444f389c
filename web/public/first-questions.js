// Asks what the Overview says first while its own scripts are still on their way; `api/early.ts` hands the answers over.
(function () {
  if (location.pathname !== '/') return;
  const search = new URLSearchParams(location.search);
  // Hours of the range, and seconds of one point of its series.
  const spans = { '1h': [1, 120], '24h': [24, 3600], '7d': [168, 21_600], '30d': [720, 86_400] };
  const span = spans[search.get('range') ?? '24h'];
  if (span === undefined || search.has('from') || search.has('to')) return;
  const [hours, step] = span;
  const headers = {};
  try {
    const key = sessionStorage.getItem('loopscope.api-key');
    if (key !== null) headers.authorization = `Bearer ${key}`;
  } catch {
    // Storage is blocked: there is no key.
  }
  const now = Date.now();
  const answers = {};
  const ask = (path, more, toMs) => {
    const params = new URLSearchParams({
      from: new Date(toMs - hours * 3_600_000).toISOString(),
      to: new Date(toMs).toISOString(),
    });
    for (const name of ['agent', 'model', 'tool', 'version']) {
      for (const value of search.getAll(name)) params.append(name, value);
    }
    for (const [name, value] of Object.entries(more)) params.append(name, value);
    const url = `/api/v1/${path}?${params}`;
    answers[url] = fetch(url, { headers });
    // Who takes the answer sees the failure too.
    answers[url].catch(() => undefined);
  };
  ask('overview', {}, now);
  ask('turns', { sort: '-max_attempts', limit: 100 }, now);
  ask('overview', {}, now - hours * 3_600_000);
  ask('series/max-attempts', { step }, now);
  ask('markers', {}, now);
  globalThis.loopscopeEarly = answers;
})();
