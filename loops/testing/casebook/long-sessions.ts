import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, made, READ, WRITE, FAILED, requestId } from './story.ts';
import type { Story } from './story.ts';

const hex = (n: number) => requestId(n).slice(0, 8);
const PAGE = (n: number) =>
  `<!doctype html><html><head><meta name="csrf-token" content="${requestId(n).replaceAll('-', '')}"><title>Prices</title></head><body><script nonce="${hex(n)}">boot()</script><h1>Prices</h1><table><tr><td>Basic</td><td>9 EUR</td></tr><tr><td>Plus</td><td>19 EUR</td></tr></table></body></html>`;

/** Papers, sheets, boards, other languages, other nonces and whole sessions. */
export const LONG_SESSIONS: readonly Story[] = [
  quiet(
    'papers fetched one after the other',
    saidInTurn(6, [
      'fetch',
      (n) => ({ url: `https://arxiv.example/abs/26${n}0.0${n}11` }),
      (n: number) =>
        `Title ${n}\nAbstract: we show that ${n * 7} holds for ${n * 3 + 1} sets and fails for others.`,
      READ,
    ]),
  ),
  quiet(
    'cells written one by one, the range read between',
    made((r) => {
      for (let n = 0; n < 8; n++)
        r.call('write_cell', { cell: `B${n + 2}`, value: n * 3 }, 'Updated 1 cell.').call(
          'read_range',
          { range: 'A1:B10' },
          Array.from({ length: 9 }, (_, i) => `r${i},${i <= n ? i * 3 : ''}`).join('\n'),
        );
    }),
  ),
  quiet(
    'weeks turned, some of them free',
    saidInTurn(10, [
      'calendar_next_week',
      {},
      (n: number) =>
        n % 3 === 1
          ? `Week ${n + 10}: No events`
          : `Week ${n + 10}: ${n} events, first on ${n + 2} March`,
    ]),
  ),
  quiet(
    'a board that moves',
    saidInTurn(6, [
      'move',
      { direction: 'left' },
      (n: number) =>
        `Score ${n * 12}\n${[2, 4, 8, 16].map((v, i) => `${v << (n % 3)} ${i + n} . .`).join('\n')}`,
    ]),
  ),
  loop(
    'exact',
    [3, 12],
    'a board that does not move',
    saidInTurn(13, [
      'move',
      { direction: 'left' },
      'Score 48\n2 4 8 16\n4 8 16 32\n2 4 8 16\n4 8 16 32\nBoard unchanged',
    ]),
  ),
  loop(
    'empty',
    [3, 5],
    'ничего не найдено',
    saidInTurn(6, [
      'поиск',
      (n) => ({
        запрос: oneOf(
          'договор аренды офиса',
          'аренда офиса договор',
          'договор об аренде офиса',
          'офис аренда',
          'договор аренды',
          'аренда офисов договор',
        )(n),
      }),
      'По вашему запросу ничего не найдено.',
    ]),
  ),
  loop(
    'denied',
    3,
    '권한이 없습니다',
    saidInTurn(4, ['문서_열기', { 문서: '예산' }, '오류: 이 문서를 볼 권한이 없습니다.', FAILED]),
  ),
  quiet(
    'un lavoro in corso',
    made((r) => {
      for (let n = 0; n < 5; n++)
        r.call('stato_lavoro', { id: 7 }, { id: 7, stato: 'in elaborazione' }, READ);
      r.call('stato_lavoro', { id: 7 }, { id: 7, stato: 'completato', righe: 41 }, READ);
    }),
  ),
  loop(
    ['noop_write', 'exact'],
    2,
    'kayıt güncellendi',
    saidInTurn(3, ['kaydi_guncelle', { id: 12, durum: 'aktif' }, 'Kayıt güncellendi.', WRITE]),
  ),
  loop(
    'exact',
    3,
    'one page with other nonces',
    saidInTurn(4, ['http_get', { url: 'https://x.example/prices' }, (n: number) => PAGE(n), READ]),
  ),
  quiet(
    'a long search for many things',
    made((r) => {
      for (let n = 0; n < 25; n++) {
        r.call(
          'web_search',
          {
            query: `${oneOf('heat pump', 'solar roof', 'wall battery', 'smart meter', 'boiler')(n)} ${oneOf('cost', 'noise', 'grants', 'lifetime', 'repair')(Math.floor(n / 5))}`,
          },
          [1, 2, 3].map((i) => ({ title: `Hit ${n * 3 + i}`, url: `https://s${n}.example/${i}` })),
          READ,
        );
        r.call(
          'open',
          { url: `https://s${n}.example/1` },
          `Text ${n}: ${Array.from({ length: 10 }, (_, i) => `point ${n * 10 + i}`).join('; ')}`,
          READ,
        );
        r.call('note', { text: `Point ${n * 10} matters` }, 'Noted.');
      }
    }),
  ),
  quiet(
    'folders that look alike',
    made((r) => {
      for (const d of ['a', 'b', 'c', 'd'])
        r.call('bash', { command: `cd /repo/packages/${d}` }, '')
          .call('bash', { command: 'ls' }, 'index.ts\npackage.json\ntsconfig.json')
          .call(
            'bash',
            { command: 'cat package.json' },
            `{"name":"@x/${d}","version":"1.0.${d.charCodeAt(0)}"}`,
          );
    }),
  ),
  quiet(
    'a long log of which only the beginning is kept',
    saidInTurn(5, [
      'logs',
      { pod: 'api-1' },
      (n: number) =>
        `${Array.from({ length: 40 }, (_, i) => `line ${i} of the start`).join('\n')}\n${Array.from({ length: n * 3 }, (_, i) => `later ${i}`).join('\n')}`,
      { effect: 'read', kept: 300 },
    ]),
  ),
  loop(
    'exact',
    3,
    'one file, below it how full the context is',
    saidInTurn(4, [
      'view',
      { path: 'a.py' },
      (n: number) =>
        `def a():\n    return 1\n[context: ${34 + n * 3}% used, ${120 - n * 7}k tokens left]`,
      READ,
    ]),
  ),
  quiet(
    'screenshots after clicks on this and that',
    made((r) => {
      for (let n = 0; n < 7; n++)
        r.call('click', { x: 100 + n * 31, y: 40 + n * 57 }, 'Clicked.').call(
          'screenshot',
          {},
          `Screenshot saved to /tmp/shot_${n + 11}.png`,
        );
    }),
  ),
  loop(
    'exact',
    [3, 8],
    'screenshots of nothing new',
    saidInTurn(9, ['screenshot', {}, (n: number) => `Screenshot saved to /tmp/shot_${n + 11}.png`]),
  ),
  quiet(
    'a flaky test run again',
    made((r) =>
      r
        .call('test', {}, '1 failed, 40 passed', FAILED)
        .call('test', {}, '1 failed, 40 passed', FAILED)
        .call('test', {}, '41 passed')
        .call('bash', { command: 'git push' }, 'pushed'),
    ),
  ),
];
