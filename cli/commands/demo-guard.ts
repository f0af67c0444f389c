import { z } from 'zod';

import type { Backfill } from '../fleet/run-fleet.ts';
import { RELEASES } from '../fleet/releases.ts';
import type { Running } from '../start.ts';

/** Of the answers that the pages show, what is told here. */
const numbers = z.object({
  max_attempts: z.object({ p99: z.number().nullable(), max: z.number().nullable() }),
  retry: z.object({ retries: z.number() }),
});
const savings = z.object({ caps: z.array(z.object({ cap: z.number(), calls: z.number() })) });
const guards = z.object({
  enforced_stops: z.number(),
  healthy_turns_stopped: z.number(),
  loops_missed: z.number(),
});

const RULES: Readonly<Record<string, string>> = {
  '': 'left alone: the answers moved',
  repeated_key: 'the cap of 2 attempts',
};

/** The fleet beside its guarded twin, and what the pages predicted of it. */
export async function printGuarded(
  { addresses }: Running,
  { calls, guardedCalls, savedByRule }: Backfill,
  key: string,
): Promise<void> {
  const ui = addresses.ui ?? '';
  const names = [...new Set(RELEASES.map(({ agent }) => agent.name))];
  const plain = names.map((name) => `agent=${name}`).join('&');
  const twins = names.map((name) => `agent=${name}-guarded`).join('&');
  const ask = async <Answer>(answer: z.ZodType<Answer>, path: string): Promise<Answer> => {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(`${ui}/api/v1/${path}`, { headers });
    return answer.parse(await response.json());
  };
  const [before, after, saved, did] = await Promise.all([
    ask(numbers, `overview?${plain}`),
    ask(numbers, `overview?${twins}`),
    ask(savings, `savings?${plain}`),
    ask(guards, `guard?${twins}`),
  ]);
  const predicted = saved.caps.find(({ cap }) => cap === 2)?.calls ?? 0;
  const count = (value: number): string => value.toLocaleString('en');
  const row = (what: string, ...values: string[]): string =>
    `  ${what.padEnd(34)}${values.map((value) => value.padStart(12)).join('')}`;
  const text = [
    'Every turn of the last day was played twice; agents named ...-guarded have a guard around their tools.',
    '',
    row('', 'as it was', 'guarded'),
    row('tool calls', count(calls), count(guardedCalls)),
    row('retries', count(before.retry.retries), count(after.retry.retries)),
    row(
      'p99 of max attempts per turn',
      String(before.max_attempts.p99),
      String(after.max_attempts.p99),
    ),
    row('largest of a turn', String(before.max_attempts.max), String(after.max_attempts.max)),
    '',
    row('calls saved, by rule of the stop', 'predicted', 'saved'),
    ...savedByRule.map(({ rule, predicted: foretold, saved: real }) =>
      row(`  ${RULES[rule] ?? rule.replaceAll('_', ' ')}`, count(foretold), count(real)),
    ),
    row('  together', count(predicted), count(calls - guardedCalls)),
    '',
    'Predicted is what a cap of 2 attempts per key saves. The guard stops there where the repeat brought nothing new, later or not at all where it did,',
    'and by its other rules, which have no cap, also earlier.',
    `Calls that it stopped: ${count(did.enforced_stops)}; loops that it let pass: ${count(did.loops_missed)}; healthy turns that it stopped: ${count(did.healthy_turns_stopped)}.`,
    `  ${'what guards did'.padEnd(34)}${ui}/guard`,
    '',
  ];
  process.stdout.write(text.join('\n'));
}
