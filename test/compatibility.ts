import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderEvidence } from './emitter-evidence.ts';
import { cellOf, type Cell } from './wire-cells.ts';
import { emitters, scenariosOf } from './wire-recordings.ts';

export const COMPATIBILITY_PAGE = fileURLToPath(
  new URL('../docs/compatibility.md', import.meta.url),
);

const SCENARIOS = [
  'ok',
  'loop-empty',
  'loop-reworded',
  'validation',
  'timeouts',
  'parallel',
  'unknown-tool',
  'oscillation',
  'poll',
  'error-text',
] as const;

const INTRODUCTION = `# Which emitters were recorded, and what Loopscope makes of them

Made by \`pnpm compatibility --write\`; a test holds this page against the recordings in \`test/wire\`. Each recording is one turn of an agent
with a scripted model: the bytes that its instrumentation exported, and the calls that the tools really saw.

A cell is *calls found / calls made*. **a**: arguments of some are not on the wire. **o**: how some ended is not on the wire. **!n**: n things are
wrong. **+n**: n calls too many. **–**: not recorded. Session and tokens are those of all recordings of a row. A call without arguments is shown as
that: it is never compared with another.
`;

const EVIDENCE_HEAD = `## What the reading of each emitter rests on

Recordings are those above. Where none could be made, examples after the emitter's documentation or source stand in \`collector/dialects/fixtures\`.
Nothing is known of Cursor, n8n and OpenLLMetry for Go beyond the conventions that they follow.`;

/** The page, from the recordings. */
export function renderCompatibility(): string {
  const rows = emitters().map((emitter) => ({
    emitter,
    cells: new Map(scenariosOf(emitter).map((name) => [name, cellOf(emitter, name)])),
  }));
  const head = ['emitter', ...SCENARIOS, 'session', 'tokens'];
  const table = [
    head,
    head.map(() => '---'),
    ...rows.map(({ emitter, cells }) => [
      emitter,
      ...SCENARIOS.map((name) => renderCell(cells.get(name))),
      worst([...cells.values()].map(({ session }) => session)),
      worst([...cells.values()].map(({ tokens }) => tokens)),
    ]),
  ];
  const hints = rows.flatMap(({ emitter, cells }) => renderHints(emitter, cells));
  return [
    INTRODUCTION,
    table.map((columns) => `| ${columns.join(' | ')} |`).join('\n'),
    "\n## What is missing, and the switch that sends it\n\nThese lines stand on the turn's page and in `hints` of `GET /api/v1/turns/:id`.\n",
    ...hints,
    `\n${EVIDENCE_HEAD}\n`,
    renderEvidence(),
    '',
  ].join('\n');
}

function renderCell(cell: Cell | undefined): string {
  if (cell === undefined) return '–';
  const { found, made, withoutArguments, withoutOutcome, wrong, tooMany } = cell;
  return [
    `${found}/${made}`,
    withoutArguments > 0 ? 'a' : '',
    withoutOutcome > 0 ? 'o' : '',
    wrong > 0 ? `!${wrong}` : '',
    tooMany > 0 ? `+${tooMany}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function worst(verdicts: readonly Cell['session'][]): Cell['session'] {
  if (verdicts.includes('wrong')) return 'wrong';
  return verdicts.includes('missing') ? 'missing' : 'right';
}

function renderHints(emitter: string, cells: ReadonlyMap<string, Cell>): string[] {
  const scenarios = new Map<string, string[]>();
  for (const [scenario, { hints }] of cells) {
    for (const hint of hints) scenarios.set(hint, [...(scenarios.get(hint) ?? []), scenario]);
  }
  return [...scenarios].map(([hint, named]) => {
    const where = named.length === cells.size ? '' : ` (${named.join(', ')})`;
    return `- \`${emitter}\`${where}: ${hint}`;
  });
}

if (import.meta.main) {
  const page = renderCompatibility();
  if (process.argv.includes('--write')) writeFileSync(COMPATIBILITY_PAGE, page);
  else process.stdout.write(page);
}
