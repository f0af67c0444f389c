import type { Backfill } from '../fleet/run-fleet.ts';
import { RELEASES } from '../fleet/releases.ts';
import type { Running } from '../start.ts';

/** What the numbers are read from: the same answers that the pages show. */
interface Numbers {
  max_attempts: { p99: number; max: number };
  retry: { retries: number };
}
interface Savings {
  caps: { cap: number; calls: number }[];
}
interface Guards {
  enforced_stops: number;
  healthy_turns_stopped: number;
  loops_missed: number;
}

/** The fleet beside its guarded twin, and what the pages predicted of it. */
export async function printGuarded(
  { addresses }: Running,
  { calls, guardedCalls }: Backfill,
  key: string,
): Promise<void> {
  const ui = addresses.ui ?? '';
  const names = [...new Set(RELEASES.map(({ agent }) => agent.name))];
  const plain = names.map((name) => `agent=${name}`).join('&');
  const twins = names.map((name) => `agent=${name}-guarded`).join('&');
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const answer = await fetch(`${ui}/api/v1/${path}`, { headers });
    return (await answer.json()) as Answer;
  };
  const [before, after, savings, guards] = await Promise.all([
    ask<Numbers>(`overview?${plain}`),
    ask<Numbers>(`overview?${twins}`),
    ask<Savings>(`savings?${plain}`),
    ask<Guards>(`guard?${twins}`),
  ]);
  const predicted = savings.caps.find(({ cap }) => cap === 2)?.calls ?? 0;
  const count = (value: number): string => value.toLocaleString('en');
  const row = (what: string, ...values: string[]): string =>
    `  ${what.padEnd(34)}${values.map((value) => value.padStart(12)).join('')}`;
  const text = [
    'Every turn was played twice; agents named ...-guarded have a guard around their tools.',
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
    `A cap of 2 attempts per key was predicted to save ${count(predicted)} calls; with its other rules the guard saved ${count(calls - guardedCalls)}.`,
    `Calls that it stopped: ${count(guards.enforced_stops)}; loops that it let pass: ${count(guards.loops_missed)}; healthy turns that it stopped: ${count(guards.healthy_turns_stopped)}.`,
    `  ${'what guards did'.padEnd(34)}${ui}/guard`,
    '',
  ];
  process.stdout.write(text.join('\n'));
}
