import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, READ, requestId, timeOfDay } from './story.ts';
import type { Story } from './story.ts';

const REFUND = oneOf(
  'refund status boots',
  'status of boots refund',
  'boots refund',
  'refund boots when',
  'boots: refund status?',
  'refund for boots status',
);
const TRAMS = oneOf(
  'tram strike lisbon',
  'lisbon tram strike',
  'strike of trams in lisbon',
  'lisbon strike trams today',
  'trams lisbon strike when',
  'strike lisbon tram',
);
const LEAVE = oneOf(
  'Urlaub Anspruch Teilzeit',
  'Teilzeit Urlaubsanspruch',
  'Anspruch auf Urlaub in Teilzeit',
  'Urlaub bei Teilzeit',
  'Wie viel Urlaub Teilzeit Anspruch',
);
const VERBS = oneOf('cat', 'less', 'head -n 40', 'tail -n 40', 'bat', 'nl');
const HITS = [
  { id: 'kb-7', title: 'Refunds' },
  { id: 'kb-9', title: 'Returns' },
  { id: 'kb-12', title: 'Boots' },
];
const shuffled = (n: number): unknown => [...HITS.slice(n % 3), ...HITS.slice(0, n % 3)];

/** The same answer to moving arguments. */
export const SAME_ANSWERS: readonly Story[] = [
  loop(
    'stagnant',
    3,
    'a search that finds the same three articles in other orders',
    saidInTurn(6, ['kb_search', (n) => ({ q: REFUND(n) }), shuffled, READ]),
  ),
  loop(
    'stagnant',
    3,
    'the same in an envelope with scores',
    saidInTurn(6, [
      'kb_search',
      (n) => ({ q: REFUND(n) }),
      (n) => ({
        success: true,
        data: {
          hits: HITS.map((hit, at) => ({
            id: hit.id,
            title: hit.title,
            score: 0.9 - at / 10 - n / 100,
          })),
        },
        took_ms: 11 + n,
      }),
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'the same from an MCP server',
    saidInTurn(6, [
      'kb_search',
      (n) => ({ q: REFUND(n) }),
      (n) => ({ content: [{ type: 'text', text: JSON.stringify(shuffled(n)) }] }),
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'the same as Python prints it',
    saidInTurn(6, [
      'kb_search',
      (n) => ({ q: REFUND(n) }),
      (n) => `[{'id': 'kb-7', 'score': 0.${90 - n}}, {'id': 'kb-9', 'score': 0.${70 - n}}]`,
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'a search of the web that lists the same pages',
    saidInTurn(5, [
      'web_search',
      (n) => ({ query: TRAMS(n) }),
      (n) =>
        ['a', 'b', 'c']
          .map(
            (name) =>
              `- [Strike ${name}](https://${name}.example/strike) seen ${n + 2} minutes ago`,
          )
          .join('\n'),
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'an article told in German',
    saidInTurn(5, [
      'wissen',
      (n) => ({ frage: LEAVE(n) }),
      'Paragraf 4: Der Anspruch verringert sich anteilig nach Arbeitstagen.',
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'a log searched with other flags',
    saidInTurn(5, [
      'sh',
      (n) => ({
        cmd: `git log ${oneOf('--all', '-i', '--oneline --all', '--all -i', '--oneline')(n)} --grep=cache`,
      }),
      'a41f cache: first draft\nb07c cache: limits\nc93e cache: eviction',
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'a file shown by other commands',
    saidInTurn(6, [
      'bash',
      (n) => ({ command: `${VERBS(n)} etc/app.conf` }),
      '[http]\nlisten = 8080\nroot = /srv/site\n[log]\nlevel = warn\nfile = app.log\nrotate = daily\n[mail]\nrelay = smtp.example\nsender = robot',
    ]),
  ),
  loop(
    'stagnant',
    3,
    'programs around one blocked page',
    saidInTurn(5, [
      'python',
      (n) => ({
        code: `${oneOf('import requests\nprint(requests.get(URL).text)', 'import httpx\nprint(httpx.get(URL).text)', 'import urllib.request as u\nprint(u.urlopen(URL).read())')(n)}\nURL="https://data.example/set" # try ${n}`,
      }),
      (n) =>
        `<html><title>Access denied</title><p>You don't have permission to view this page. Reference ${requestId(n)} at ${timeOfDay(n)}</p></html>`,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'a page that asks for patience whatever the address',
    saidInTurn(6, [
      'goto',
      (n) => ({
        url: `https://shop.example/${oneOf('sale', 'sales', 'sale/all', 'sale/today')(n)}`,
      }),
      {
        title: 'Checking your browser',
        links: 0,
        text: 'This site is verifying that you are human before proceeding further',
      },
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'a candidate list that ignores the hint',
    saidInTurn(6, [
      'suggest_names',
      (n) => ({ kind: 'bakery', hint: oneOf('short', 'bold', 'old', 'local', 'warm', 'dry')(n) }),
      ['Crumb & Co', 'The Oven', 'Daily Bread'],
      READ,
    ]),
  ),
  loop(
    'stagnant',
    6,
    'a page parameter that the server ignores',
    saidInTurn(8, [
      'list_tickets',
      (n) => ({ page: n + 1 }),
      [{ id: 't1' }, { id: 't2' }, { id: 't3' }, { id: 't4' }],
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'rows of one query written in other words',
    saidInTurn(5, [
      'sql',
      (n) => ({
        q: oneOf(
          'select name from city where land = "PT"',
          'SELECT c.name FROM city c WHERE c.land = "PT"',
          'select name from city where land in ("PT")',
          'select distinct name from city where land = "PT"',
          'select name as n from city where land = "PT"',
        )(n),
      }),
      "[('Lisboa',), ('Porto',), ('Braga',), ('Faro',)]",
    ]),
  ),
  loop(
    'stagnant',
    3,
    'a help text whatever the flag',
    saidInTurn(5, [
      'cli',
      (n) => ({ args: `deploy ${oneOf('--force', '--all', '--now', '--yes', '--quiet')(n)} web` }),
      'Usage: deploy [options] SERVICE\n  --env NAME   which environment to use\n  --tag TAG    image tag to roll out\nRun deploy help for further information.',
    ]),
  ),
  loop(
    'stagnant',
    3,
    'a summary that stays the same',
    saidInTurn(5, [
      'extract',
      (n) => ({
        goal: oneOf(
          'price of the lamp',
          'lamp price',
          'the price for the lamp',
          'what the lamp costs, price',
          'price lamp euro',
        )(n),
      }),
      'The page lists a lamp without any price; shipping is free from fifty euro.',
      READ,
    ]),
  ),
];
