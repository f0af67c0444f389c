import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, calm, made, READ, WRITE, FAILED } from './story.ts';
import type { Story } from './story.ts';

/** What users told of child agents, terminals, edits that change nothing, walls and lost results. */
export const TOLD_ONCE_MORE: readonly Story[] = [
  loop(
    'exact',
    [2, 3],
    'a child agent asked again though it answered',
    saidInTurn(5, ['agent_1', { task: 'Test delegation.' }, 'CHILD_AGENT_OK']),
  ),
  loop(
    ['denied', 'exact', 'validation'],
    [3, 5],
    'the scripted refusal of a repeat',
    made((r) => {
      r.call('search', { q: 'agent frameworks' }, 'Seven frameworks compared: ...');
      for (let n = 0; n < 4; n++)
        r.call(
          'search',
          { q: 'agent frameworks' },
          "I tried reusing the same input, I must stop using this action input. I'll try something else instead.\n\nYou ONLY have access to the following tools: search, read",
        );
    }),
  ),
  loop(
    'validation',
    [3, 4],
    'inputs that are no dictionary',
    saidInTurn(5, [
      'translate',
      (n) =>
        oneOf(
          '"guten Tag"',
          "{'text': guten Tag}",
          'text=guten Tag',
          '[guten Tag]',
          'guten Tag',
        )(n),
      'Error: the Action Input is not a valid key, value dictionary.',
    ]),
  ),
  calm(
    'a terminal that shows nothing any more, by ever other pipes',
    saidInTurn(5, [
      'run_in_terminal',
      (n) => ({
        command: oneOf(
          './gradlew test',
          './gradlew test 2>&1',
          './gradlew test | cat',
          './gradlew test > out.txt 2>&1; cat out.txt',
          'bash -c "./gradlew test"',
        )(n),
      }),
      '',
    ]),
  ),
  loop(
    'exact',
    [3, 8],
    'a new terminal opened again and again',
    saidInTurn(9, [
      'create_terminal',
      {},
      (n: number) => ({ terminalId: n + 3, shell: 'zsh', cwd: '/repo' }),
    ]),
  ),
  loop(
    ['stagnant', 'noop_write', 'validation', 'exact'],
    [3, 6],
    'edits that change nothing',
    saidInTurn(7, [
      'edit',
      (n) => ({
        file_path: '/app/rank.ts',
        old_string: oneOf(
          'GROUP BY u.id',
          'GROUP BY u.id\n',
          '  GROUP BY u.id',
          'GROUP  BY u.id',
          'GROUP BY u.id,',
          'GROUP BY\nu.id',
          'GROUP BY u.id;',
        )(n),
        new_string: 'GROUP BY u.id',
      }),
      'No changes detected. The new content of /app/rank.ts is identical to the present one.',
    ]),
  ),
  loop(
    ['validation', 'cycle', 'interleaved'],
    [5, 8],
    'read, edit that fails, read, edit that fails',
    inTurn(5, [
      [
        'read_file',
        { path: '/app/rank.ts' },
        'const q = `SELECT u.id, COUNT(*) FROM users u GROUP BY u.id`;',
        READ,
      ],
      [
        'edit',
        (n) => ({
          path: '/app/rank.ts',
          old: oneOf(
            'GROUP BY u.id, u.name',
            'GROUP BY u.username',
            'group by u.id',
            'GROUP BY users.id',
            'GROUP BY u.id ,',
          )(n),
          put: 'x',
        }),
        'Error: Failed to edit, could not find the string to replace.',
        FAILED,
      ],
    ]),
  ),
  quiet(
    'files moved one by one with their imports',
    made((r) => {
      for (let n = 0; n < 6; n++) {
        const f = oneOf('Button', 'Card', 'Modal', 'Table', 'Tabs', 'Toast')(n);
        r.call(
          'grep',
          { pattern: `components/${f}` },
          `src/pages/p${n}.tsx:3: import { ${f} } from '../components/${f}'`,
          READ,
        );
        r.call('shell', { command: `git mv src/components/${f}.tsx src/ui/${f}.tsx` }, '');
        r.call('grep', { pattern: `from '../components/${f}'` }, `src/pages/p${n}.tsx`, READ);
        r.call(
          'edit',
          { path: `src/pages/p${n}.tsx`, old: `../components/${f}`, put: `../ui/${f}` },
          'Successfully modified file (1 replacement).',
          WRITE,
        );
      }
    }),
  ),
  loop(
    ['exact', 'cycle', 'interleaved'],
    [5, 24],
    'click, wait, click, wait before one screen',
    inTurn(12, [
      [
        'computer',
        { action: 'left_click', coordinate: [640, 412] },
        {
          url: 'https://bank.example/login',
          title: 'Log in',
          elements: 'text "Log in", field "User", field "Code", button "Continue"',
        },
      ],
      ['computer', { action: 'wait', duration: 2 }, 'waited', { ms: 2_000 }],
    ]),
  ),
  quiet(
    'load more, six times',
    saidInTurn(6, [
      'click',
      { element: 'Load more' },
      (n: number) =>
        Array.from({ length: (n + 1) * 5 }, (_, i) => `- item ${i}: offer ${i * 3}`).join('\n'),
    ]),
  ),
  loop(
    'empty',
    [3, 5],
    'a knowledge base asked in other words, nothing there',
    saidInTurn(6, [
      'search_knowledge_base',
      (n) => ({
        query: oneOf(
          'parental leave policy',
          'policy parental leave',
          'parental leave',
          'leave policy for parents',
          'parental leave rules',
          'maternity and parental leave',
        )(n),
      }),
      'No documents found',
    ]),
  ),
  loop(
    ['validation', 'exact'],
    3,
    'a failure that the adapter marks as success',
    saidInTurn(4, [
      'notion_create_page',
      { title: 'Plan' },
      {
        content: [
          {
            type: 'text',
            text: 'MCP error -32602: Invalid arguments for tool create_page: parent is required',
          },
        ],
        details: { error: 'tool_error', server: 'notion' },
      },
    ]),
  ),
  loop(
    ['exact', 'validation', 'empty'],
    3,
    'a missing element told as a result',
    saidInTurn(4, ['browser_click', { index: 14 }, 'Element with index 14 not found']),
  ),
  loop(
    'exact',
    3,
    'one grep in a desktop for science',
    saidInTurn(5, [
      'bash',
      { command: 'grep -n "p_adj" results/*.csv | head -20' },
      (n: number) =>
        `results/deg.csv:1:gene,lfc,p_adj\nresults/gsea.csv:1:term,nes,p_adj\n\n<exit code="0" duration="${(n * 0.013 + 0.02).toFixed(3)}s"/>`,
    ]),
  ),
  loop(
    'cycle',
    [7, 9],
    'tables listed, described, sampled, and again',
    inTurn(4, [
      ['list_tables', {}, 'orders, customers, products', READ],
      ['describe_table', { table: 'orders' }, 'id bigint, customer_id bigint, total numeric', READ],
      ['sample_rows', { table: 'orders', n: 2 }, '1 | 11 | 20.5\n2 | 12 | 8.0', READ],
    ]),
  ),
];
