/** Answers that the page asked for before its scripts were there: `public/first-questions.js` puts them down. */

export type EarlyAnswers = Record<string, Promise<Response>>;

declare global {
  var loopscopeEarly: EarlyAnswers | undefined;
}

/** A range that ends now is asked for again a moment later; so far apart it is still the same question. */
const SAME_MOMENT_MS = 15_000;

/** The answer to a question of this address, which is given once; undefined where nobody asked yet. */
export function takeEarly(
  url: string,
  answers: EarlyAnswers | undefined = globalThis.loopscopeEarly,
): Promise<Response> | undefined {
  if (answers === undefined) return undefined;
  const found = Object.keys(answers).find((early) => isSameQuestion(url, early));
  if (found === undefined) return undefined;
  const answer = answers[found];
  delete answers[found];
  return answer;
}

function isSameQuestion(url: string, early: string): boolean {
  const [one, other] = [readUrl(url), readUrl(early)];
  const isNear = (name: 'from' | 'to'): boolean =>
    Math.abs(Date.parse(one[name]) - Date.parse(other[name])) < SAME_MOMENT_MS;
  return one.rest === other.rest && isNear('from') && isNear('to');
}

function readUrl(url: string): { from: string; to: string; rest: string } {
  const [path = '', search = ''] = url.split('?', 2);
  const params = new URLSearchParams(search);
  const range = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  params.delete('from');
  params.delete('to');
  return { ...range, rest: `${path}?${params.toString()}` };
}
