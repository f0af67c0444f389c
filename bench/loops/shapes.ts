/** Turns of many shapes, of any length: what agents do when they work, and all the ways in which they do not. */
import type { Call } from '@loopscope/loops';
import { fingerprintResult, readArguments, readOutcome, signCall } from '@loopscope/signature';

import { drawn, prose, shuffled, transcribed, word } from './prose.ts';

/** One call as an agent would record it. */
interface Made {
  tool: string;
  args: unknown;
  result: string;
  effect?: Call['effect'];
  failed?: true;
  /** Model answer; its own where not given. */
  step?: number;
  agent?: string;
}

export interface Shape {
  name: string;
  /** The call in this place. */
  call: (seq: number) => Made;
}

const RING = ['plan', 'build', 'inspect', 'report'] as const;

function mixed(seq: number): Made {
  const round = Math.floor(seq / 10);
  const tenth: Made[] = [
    { tool: 'read_file', args: { path: `src/part_${seq}.ts` }, result: `file ${seq}` },
    {
      tool: 'edit_file',
      args: { path: `src/part_${seq}.ts` },
      result: `1 replacement in part ${seq}`,
      effect: 'write',
    },
    {
      tool: 'run_tests',
      args: { of: 'all' },
      result: `${seq % 7} failed, ${seq} passed`,
      effect: 'unknown',
    },
    { tool: 'get_job', args: { id: 'job 1' }, result: `{"progress": ${seq}}` },
    { tool: 'list_dir', args: { path: 'src' }, result: 'main.ts util.ts' },
    { tool: 'get_quota', args: {}, result: '{"left": 40}' },
    { tool: 'get_limits', args: {}, result: '{"per_day": 100}' },
    {
      tool: 'search_docs',
      args: { q: `menu bar theme ${round % 50}` },
      result: 'options.menuBar.style: auto, light',
    },
    {
      tool: 'shell',
      args: { cmd: `grep -n topic_${seq} notes` },
      result: `${seq}: topic`,
      effect: 'unknown',
    },
    {
      tool: 'resize',
      args: { id: 'i-0abc' },
      result: 'InvalidState: the instance is running',
      effect: 'write',
      failed: true,
    },
  ];
  return tenth[seq % 10] ?? { tool: 'none', args: {}, result: '' };
}

function records(seq: number, rows: number): string {
  const list = Array.from({ length: rows }, (_, at) => ({
    id: `o-${seq}-${at}`,
    customer: word(seq + at),
    total: drawn(seq * 17 + at, 10_000) / 100,
    status: word(at),
  }));
  return JSON.stringify({ orders: list, page: seq });
}

export const SHAPES: readonly Shape[] = [
  { name: 'work with everything in it', call: mixed },
  {
    name: 'honest work of thirty tools, 500 B',
    call: (seq) => ({
      tool: `tool_${drawn(seq, 30)}`,
      args: { subject: `${word(seq)} ${word(seq * 3)}`, part: seq },
      result: prose(seq, 500),
      effect: seq % 3 === 0 ? 'unknown' : 'read',
    }),
  },
  {
    name: 'one tool, moving numbers',
    call: (seq) => ({
      tool: 'read_page',
      args: { book: 'atlas', page: seq },
      result: records(seq, 4),
    }),
  },
  {
    name: 'a file read again and again',
    call: (seq) => ({
      tool: 'read_lines',
      args: { path: 'src/main.ts', from: (seq * 37) % 900 },
      result: Array.from({ length: 20 }, (_, at) => `line ${((seq * 37) % 900) + at} of it`).join(
        '\n',
      ),
    }),
  },
  {
    name: 'data of 4 KB',
    call: (seq) => ({
      tool: 'list_orders',
      args: { customer: word(seq), day: seq },
      result: records(seq, 50),
    }),
  },
  {
    name: 'texts of 4 KB',
    call: (seq) => ({
      tool: 'open',
      args: { path: `${word(seq)}/${seq}` },
      result: prose(seq, 4_000),
      effect: 'unknown',
    }),
  },
  {
    name: 'texts of 100 KB',
    call: (seq) => ({
      tool: 'fetch',
      args: { url: `https://example.org/${seq}` },
      result: prose(seq, 100_000),
    }),
  },
  {
    name: 'a ring of four',
    call: (seq) => ({
      tool: RING[seq % 4] ?? '',
      args: { of: 'it' },
      result: `${RING[seq % 4]} is as it was before`,
    }),
  },
  {
    name: 'nothing found, in other words',
    call: (seq) => ({
      tool: 'search',
      args: { q: `${word(seq)} ${word(seq * 5)} ${seq}` },
      result: '[]',
    }),
  },
  {
    name: 'one call, one answer',
    call: () => ({ tool: 'status', args: { of: 'it' }, result: '{"left": 40}' }),
  },
  {
    name: 'a poll that moves',
    call: (seq) => ({
      tool: 'get_job',
      args: { id: 7 },
      result: `{"state": "running", "progress": ${seq}}`,
    }),
  },
  {
    name: 'edits that fail',
    call: (seq) => ({
      tool: 'edit',
      args: {
        path: `src/${word(seq)}.ts`,
        old: `${word(seq)} = ${seq};\n${prose(seq, 200)}`,
        new: prose(seq + 1, 200),
      },
      result: `Error: old_string not found in src/${word(seq)}.ts`,
      effect: 'write',
      failed: true,
    }),
  },
  {
    name: 'a program that fails otherwise each time',
    call: (seq) => ({
      tool: 'python',
      args: { code: `print(${word(seq)}[${seq}])\n${prose(seq, 300)}` },
      result: `Traceback (most recent call last):\n  File "run.py", line ${seq}\nNameError: name '${word(seq)}' is not defined`,
      effect: 'unknown',
      failed: true,
    }),
  },
  {
    name: 'answers in prose, other each time',
    call: (seq) => ({
      tool: 'ask',
      args: { question: prose(seq, 120) },
      result: prose(seq, 1_500),
      effect: 'unknown',
    }),
  },
  {
    name: 'the same words in another order',
    call: (seq) => ({
      tool: 'ask',
      args: { question: prose(seq, 120) },
      result: shuffled(seq),
      effect: 'unknown',
    }),
  },
  {
    name: 'one page transcribed anew',
    call: (seq) => ({
      tool: 'look',
      args: { at: 'page' },
      result: transcribed(seq),
      effect: 'unknown',
    }),
  },
  {
    name: 'batches of forty',
    call: (seq) => ({ ...mixed(seq % 40 === 7 ? 4 : seq), step: Math.floor(seq / 40) }),
  },
  {
    name: 'eight agents in turn',
    call: (seq) => ({ ...mixed(Math.floor(seq / 8)), agent: `agent-${seq % 8}` }),
  },
  {
    name: 'done, and looked at on and on',
    call: (seq) =>
      seq === 0
        ? { tool: 'save', args: { path: 'out/report.md' }, result: 'saved', effect: 'write' }
        : {
            tool: `look_${seq % 5}`,
            args: { path: 'out/report.md', part: seq },
            result: prose(seq, 400),
          },
  },
  {
    name: 'a tool that names what is not there',
    call: (seq) => ({
      tool: 'grep',
      args: { pattern: `${word(seq)}_${seq}` },
      result: `src/main.ts: ok\nNo matches found for "${word(seq)}_${seq}" in src\n${prose(seq, 200)}`,
    }),
  },
  {
    name: 'a failure and a success in turn',
    call: (seq) =>
      seq % 2 === 0
        ? {
            tool: 'fetch',
            args: { url: 'https://example.org/a' },
            result: 'Error: 503 Service Unavailable',
            failed: true,
          }
        : { tool: 'fetch', args: { url: 'https://example.org/a' }, result: `{"rows": [${seq}]}` },
  },
];

const MAX_READ = 8_000;

/** The first `length` calls of a turn of this shape, signed as the collector would. */
export function turnOf({ call }: Shape, length: number): Call[] {
  return Array.from({ length }, (_, seq) => signed(call(seq), seq));
}

function signed(made: Made, seq: number): Call {
  const { tool, result, effect = 'read' } = made;
  const args = JSON.stringify(made.args);
  const { signature, identity } = signCall(tool, readArguments(args));
  const read = result.slice(0, MAX_READ);
  const outcome = readOutcome({
    status: made.failed === true ? 'error' : 'unset',
    flaggedError: made.failed === true,
    result: read,
  });
  const { kind, fingerprint } = fingerprintResult(read, outcome);
  return {
    seq,
    turn: 1,
    step: made.step ?? seq,
    tool,
    signature,
    identity,
    outcome: outcome.state,
    errorClass: outcome.errorClass,
    errorTemplate: outcome.template,
    resultKind: kind,
    resultFingerprint: fingerprint,
    effect,
    startMs: seq * 100,
    durationMs: 40,
    agent: made.agent ?? 'a',
    session: 's',
    epoch: 0,
    modelMs: 60,
    inputTokens: 1_000,
    outputTokens: 50,
    cost: 0.001,
    text: { args, result, resultLength: result.length },
  };
}
