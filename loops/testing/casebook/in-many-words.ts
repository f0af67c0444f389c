import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, calm, made, READ, WRITE, FAILED, requestId, timeOfDay } from './story.ts';
import type { Story } from './story.ts';

const id6 = (n: number) => requestId(n).slice(0, 6);

/** Mails, files, games and screens; colours, XML, YAML and CSV; nine languages. */
export const IN_MANY_WORDS: readonly Story[] = [
  quiet(
    'mails read and put away',
    inTurn(12, [
      [
        'read_mail',
        (n) => ({ id: `m-${n + 300}` }),
        (n: number) => `From: p${n}@x.example\nSubject: topic ${n}\n\nHello, about ${n * 13}.`,
        READ,
      ],
      [
        'label_mail',
        (n) => ({ id: `m-${n + 300}`, label: n % 3 === 0 ? 'todo' : 'archive' }),
        { ok: true },
        WRITE,
      ],
    ]),
  ),
  quiet(
    'thirty files copied to another bucket',
    saidInTurn(30, [
      'copy_object',
      (n) => ({
        from: `s3://old/a/${oneOf('inv', 'rep', 'log')(n)}-${n}.pdf`,
        to: `s3://new/a/${n}.pdf`,
      }),
      'Copied.',
    ]),
  ),
  loop(
    'validation',
    [3, 4],
    'illegal chess moves though the legal ones are listed',
    saidInTurn(5, [
      'move',
      (n) => ({ uci: oneOf('e2e5', 'd2d5', 'g1g4', 'b1b4', 'a2a5')(n) }),
      (n: number) =>
        `Illegal move: ${oneOf('e2e5', 'd2d5', 'g1g4', 'b1b4', 'a2a5')(n)}. Legal moves: a2a3, a2a4, b1c3, d2d3, d2d4, e2e3, e2e4, g1f3, g1h3`,
      FAILED,
    ]),
  ),
  calm(
    'four ways that do not go',
    saidInTurn(4, [
      'command',
      (n) => ({ text: `go ${oneOf('north', 'east', 'south', 'up')(n)}` }),
      "You can't go that way.",
    ]),
  ),
  loop(
    'exact',
    3,
    'one build in colours',
    saidInTurn(4, [
      'terminal',
      { command: 'npm run build' },
      (n: number) =>
        `\u001b[36mvite v6.0.1\u001b[0m \u001b[32mbuilding for production...\u001b[0m\n\u001b[32m✓\u001b[0m 41 modules transformed.\n\u001b[2mdist/\u001b[0m\u001b[36mindex.html\u001b[0m  0.46 kB\n\u001b[32m✓ built in ${(0.9 + n * 0.13).toFixed(2)}s\u001b[0m`,
    ]),
  ),
  loop(
    ['exact', 'validation', 'denied'],
    3,
    'a SOAP fault that nobody marks',
    saidInTurn(4, [
      'soap_call',
      { op: 'GetStock', sku: 'A-1' },
      (n: number) =>
        `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header><MessageID>uuid:${requestId(n)}</MessageID></soap:Header><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>Invalid session token</faultstring></soap:Fault></soap:Body></soap:Envelope>`,
    ]),
  ),
  loop(
    'exact',
    3,
    'one resource as YAML, its version counts on',
    saidInTurn(4, [
      'kubectl',
      { args: 'get cm app-config -o yaml' },
      (n: number) =>
        `apiVersion: v1\nkind: ConfigMap\ndata:\n  LOG_LEVEL: info\n  REGION: eu-north-1\nmetadata:\n  name: app-config\n  namespace: prod\n  resourceVersion: "${88_211 + n * 3}"\n  uid: 4b1c9d2e-5a1c-4e2b-9f3d-11aa22bb33cc`,
      READ,
    ]),
  ),
  loop(
    ['stagnant', 'exact'],
    [3, 6],
    'a limit raised on seven rows',
    saidInTurn(7, [
      'export_rows',
      (n) => ({ table: 'leads', limit: oneOf('10', '20', '50', '100', '200', '500', '1000')(n) }),
      'id,name,score\n1,Ann,80\n2,Bob,71\n3,Cid,66\n4,Dee,61\n5,Eve,55\n6,Fay,40\n7,Gus,12\n',
      READ,
    ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'one long page fetched under other anchors',
    saidInTurn(6, [
      'fetch',
      (n) => ({
        url: `https://docs.example/config#${oneOf('retries', 'timeouts', 'proxy', 'tls', 'auth', 'logging')(n)}`,
      }),
      `# Configuration\n\n${Array.from({ length: 14 }, (_, i) => `## Section ${i}\n\nThe option number ${i} says how the client behaves when case ${i * 3} occurs.`).join('\n\n')}`,
      READ,
    ]),
  ),
  loop(
    'empty',
    [3, 5],
    'un cliente que no se encuentra',
    saidInTurn(6, [
      'buscar_cliente',
      (n) => ({
        texto: oneOf(
          'Pérez Gómez Ana',
          'Ana Pérez Gómez',
          'Ana Perez',
          'A. Pérez Gómez',
          'Pérez, Ana',
          'Ana P. Gómez',
        )(n),
      }),
      'No se encontró ningún cliente con esos datos.',
      READ,
    ]),
  ),
  quiet(
    '町ごとの天気',
    saidInTurn(5, [
      '天気',
      (n) => ({ 町: oneOf('東京', '大阪', '札幌', '福岡', '那覇')(n) }),
      (n: number) => `${oneOf('晴れ', '晴れ', '雪', '曇り', '晴れ')(n)}、気温${n * 4 + 2}度`,
      READ,
    ]),
  ),
  loop(
    'transport',
    3,
    'délai dépassé',
    saidInTurn(4, [
      'interroger',
      { table: 'commandes' },
      (n: number) => `Erreur : délai d'attente dépassé (30 s), requête ${id6(n)}`,
      { error: true, ms: 30_000 },
    ]),
  ),
  loop(
    ['noop_write', 'exact'],
    [2, 2],
    '没有更改',
    saidInTurn(3, ['更新配置', { 键: '级别', 值: '信息' }, '配置没有更改', WRITE]),
  ),
  quiet(
    'um relatório em processamento',
    made((r) => {
      for (let n = 0; n < 6; n++)
        r.call(
          'consultar_relatorio',
          { id: 'R-7' },
          { id: 'R-7', situacao: 'em processamento', consultado_em: timeOfDay(n) },
          READ,
        );
      r.call(
        'consultar_relatorio',
        { id: 'R-7' },
        { id: 'R-7', situacao: 'concluído', url: 'https://x.example/r7' },
        READ,
      );
    }),
  ),
  quiet(
    'a file read anew after each compaction, with work between',
    made((r) => {
      for (let n = 0; n < 4; n++)
        r.call('read', { file: 'PLAN.md' }, '1. parser 2. printer 3. tests 4. docs', READ)
          .work(4)
          .compact();
    }),
  ),
  quiet(
    'long coding, tests that get better with a stand-still',
    made((r) => {
      const fails = [9, 9, 7, 7, 7, 4, 3, 3, 1, 0];
      for (const [n, f] of fails.entries()) {
        r.call(
          'read_file',
          { path: `src/m${n % 4}.ts`, offset: n * 40 },
          `export const m${n} = ${n * 7};`,
          READ,
        );
        r.call(
          'apply_patch',
          { patch: `*** Update File: src/m${n % 4}.ts\n-${n}\n+${n + 1}` },
          'Success. Updated the following files:\nM src/m.ts',
          WRITE,
        );
        r.call(
          'shell',
          { command: 'pnpm test' },
          `Test Files  ${f > 0 ? `${f} failed` : '12 passed'}\nDuration ${(3 + n * 0.21).toFixed(2)}s`,
        );
      }
    }),
  ),
  quiet(
    'results come back to, another one taken each time',
    made((r) => {
      const list = Array.from(
        { length: 6 },
        (_, i) => `- link "Result ${i}: on topic ${i * 7}" [ref=r${i}]`,
      ).join('\n');
      r.call('browser_navigate', { url: 'https://find.example/?q=heat+pumps' }, list);
      for (let n = 0; n < 6; n++) {
        r.call(
          'browser_click',
          { ref: `r${n}` },
          `Article ${n}: ${Array.from({ length: 20 }, (_, i) => `fact ${n * 20 + i}`).join(', ')}`,
        );
        r.call('browser_back', {}, list);
      }
    }),
  ),
  calm(
    'a limit waited out as told',
    made((r) => {
      for (let n = 0; n < 4; n++) {
        r.call(
          'api_get',
          { path: '/v2/export' },
          '429 Too Many Requests. Retry after 30 seconds.',
          { error: true, effect: 'read' },
        );
        r.call('sleep', { seconds: 30 }, 'ok', { ms: 30_000 });
      }
      r.call('api_get', { path: '/v2/export' }, { rows: 41 }, READ);
    }),
  ),
  loop(
    'duplicate_dispatch',
    2,
    'one mail sent twice at once',
    made((r) =>
      r
        .call(
          'send_email',
          { to: 'a@x.example', subject: 'Offer' },
          { id: 'msg_71a', queued: true },
          WRITE,
        )
        .call(
          'send_email',
          { to: 'a@x.example', subject: 'Offer' },
          { id: 'msg_71b', queued: true },
          { effect: 'write', together: true },
        ),
    ),
  ),
];
