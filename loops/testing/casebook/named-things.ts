import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ, WRITE } from './story.ts';
import type { Story } from './story.ts';

const PEOPLE = oneOf('ann', 'bob', 'cid', 'dee', 'eva', 'fay', 'gus', 'hal', 'ida', 'jim');
const TOWNS = oneOf('Gent', 'Brugge', 'Leuven', 'Aalst', 'Mons', 'Namur', 'Spa', 'Ieper');
const KEY_QUESTIONS = oneOf(
  'how do I rotate the signing key',
  'rotate signing key steps',
  'changing the key used for signing',
  'signing key rotation procedure',
  'replace signing key',
  'key rollover for signatures',
);
const PUMP_QUESTIONS = oneOf(
  'warranty of pump',
  'pump warranty period',
  'how long is pump guaranteed',
  'guarantee pump',
  'pump warranty years',
  'warranty time pump',
);

/** The same in other words is a loop; the same words about other things are work. */
export const NAMED_THINGS: readonly Story[] = [
  loop(
    'stagnant',
    [3, 6],
    'a list in prose, in ever other orders',
    saidInTurn(6, [
      'kb_lookup',
      (n) => ({ question: KEY_QUESTIONS(n) }),
      (n) =>
        `Relevant: ${oneOf('Keys and certificates, Signing requests, Rotation policy', 'Rotation policy, Keys and certificates, Signing requests', 'Signing requests, Rotation policy, Keys and certificates')(n)}.`,
      READ,
    ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'a numbered list with scores that move',
    saidInTurn(6, [
      'vector_search',
      (n) => ({ text: KEY_QUESTIONS(n), k: 3 }),
      (n) =>
        [
          '1. keys.md (0.83)\n2. signing.md (0.81)\n3. policy.md (0.77)',
          '1. signing.md (0.88)\n2. keys.md (0.80)\n3. policy.md (0.71)',
          '1. policy.md (0.79)\n2. signing.md (0.78)\n3. keys.md (0.74)',
        ][n % 3],
      READ,
    ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'passages of one manual under scores that move',
    saidInTurn(6, [
      'retrieve',
      (n) => ({ query: PUMP_QUESTIONS(n) }),
      (n) => ({
        results: [
          { chunk_id: 'm-3', score: 0.8 + n / 100, text: 'The pump has two years.' },
          { chunk_id: 'm-9', score: 0.7 - n / 100, text: 'Call us.' },
        ],
      }),
      READ,
    ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'a helper that cannot do it, however it is asked',
    saidInTurn(6, [
      'task',
      (n) => ({
        prompt: oneOf(
          'Listen to the audio file and write it down',
          'Transcribe the audio file',
          'Please produce a transcript of the attached audio',
          'Write out what is said in the audio',
          'Convert the audio to text',
          'Make a transcription of the audio file',
        )(n),
      }),
      "I'm unable to process audio files; only text and images are supported.",
    ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'one place written in six ways',
    saidInTurn(6, [
      'geo',
      (n) => ({
        place: oneOf(
          'Gent, Belgium',
          'gent, belgium',
          'Belgium, Gent',
          'GENT (Belgium)',
          'Gent Belgium',
          'gent belgium',
        )(n),
      }),
      { lat: 51.05, lon: 3.72, name: 'Gent', population: 265_086 },
      READ,
    ]),
  ),
  calm(
    'counts of other tables, all nought',
    saidInTurn(6, [
      'sql',
      (n) => ({ q: `select count(*) from ${PEOPLE(n)}_events` }),
      [{ count: 0 }],
      READ,
    ]),
  ),
  quiet(
    'a linter that has nothing to say of any file',
    saidInTurn(8, [
      'bash',
      (n) => ({ command: `eslint src/${PEOPLE(n)}.ts` }),
      'No problems found.',
    ]),
  ),
  quiet(
    'paragraphs without a mistake',
    saidInTurn(6, [
      'spell',
      (n) => ({ paragraph: `Paragraph on ${TOWNS(n)}` }),
      'No mistakes found.',
      READ,
    ]),
  ),
  quiet(
    'sentences that nobody has translated yet',
    saidInTurn(5, [
      'memory',
      (n) => ({ sentence: `The ${PEOPLE(n)} of ${TOWNS(n)} is open` }),
      'No match.',
      READ,
    ]),
  ),
  quiet(
    'parcels put into one class',
    saidInTurn(8, [
      'classify',
      (n) => ({ text: `The ${TOWNS(n)} parcel of ${PEOPLE(n)} came late` }),
      { label: 'delivery', confidence: 0.9 },
      READ,
    ]),
  ),
  quiet(
    'pages of other sites behind the same wall',
    saidInTurn(4, [
      'fetch',
      (n) => ({ url: `https://${PEOPLE(n)}.example/news` }),
      'Please accept cookies to continue.',
      READ,
    ]),
  ),
  quiet(
    'files that may not be read, each its own',
    saidInTurn(4, [
      'read',
      (n) => ({ path: `/root/${PEOPLE(n)}.cfg` }),
      (n) => `EACCES: permission denied, open '/root/${PEOPLE(n)}.cfg'`,
      FAILED,
    ]),
  ),
  quiet(
    'symbols that nobody uses, taken out one by one',
    made((run) => {
      for (let nth = 0; nth < 5; nth += 1)
        run
          .call('grep', { pattern: `unused_${PEOPLE(nth)}` }, 'No matches found', READ)
          .call('edit', { path: 'a.ts', old: `const unused_${PEOPLE(nth)} = 1` }, 'ok', WRITE);
    }),
  ),
  calm(
    'three fixes with one failing test, then the one that works',
    made((run) => {
      for (let nth = 0; nth < 3; nth += 1)
        run.call(
          'apply_and_test',
          { patch: `- return ${nth}\n+ return compute_${PEOPLE(nth)}(${nth}, ${TOWNS(nth)})` },
          'Patch applied. 1 of 24 tests failed: test_total expected 12 but was 10',
          FAILED,
        );
      run.call('apply_and_test', { patch: '+ return total(items)' }, 'Patch applied. 24 passed.');
    }),
  ),
  loop(
    'validation',
    [3, 5],
    'a patch that is told how near it came',
    saidInTurn(6, [
      'apply_diff',
      (n) => ({ path: 'a.ts', diff: `<<<<<<< SEARCH\nfoo(${'a'.repeat(n)})\n=======\nbar()` }),
      (n) => `No sufficiently similar match found at line: 12 (${80 + n}% similar, needs 100%)`,
      FAILED,
    ]),
  ),
  loop(
    'denied',
    [3, 4],
    'a sandbox without a network',
    saidInTurn(5, [
      'shell',
      (n) => ({
        cmd: oneOf('curl https://a.example', 'wget https://a.example', 'nc a.example 443')(n),
      }),
      'Blocked: network access is disabled by the sandbox policy.',
      FAILED,
    ]),
  ),
  loop(
    'empty',
    [3, 6],
    'one number written in six ways',
    saidInTurn(6, [
      'lookup',
      (n) => ({ id: oneOf('AB-12', 'ab-12', 'AB12', 'ab12', 'AB 12', '#AB-12')(n) }),
      { result: null },
      READ,
    ]),
  ),
  loop(
    'exact',
    2,
    'a task given to a helper again, word for word',
    saidInTurn(3, [
      'task',
      {
        prompt:
          'Please search for any local documents on the offering and list the names of the people who signed them.',
      },
      'No such document lies in the folder; two price lists and a logo do.',
    ]),
  ),
  quiet(
    'one task for two helpers at once, and a task that is done better the second time',
    made((run) => {
      const prompt =
        'Please write a short summary of the report that the team can read in a minute or so.';
      run
        .call('task', { prompt }, 'The report tells of pumps and of valves.')
        .call('task', { prompt, style: 'plain' }, 'Pumps and valves are told of in the report.')
        .call('task', { prompt }, 'The report has two parts: pumps, which leak, and valves.');
    }),
  ),
];
