import { createGroupLimit, type GroupLimits } from './limit.ts';
import { groupOwed, type Batch, type Owed } from './plan.ts';
import type { ReceiverHabits } from './receivers.ts';
import { pauseMs, refusedPauseMs, type Attempt } from './retry.ts';

export interface PaceOptions {
  habitsOf: (receiver: string) => ReceiverHabits | undefined;
  limits: () => GroupLimits;
  now: () => number;
  random: () => number;
}

/** What may be sent when: nobody waits for a receiver that hangs, and none is asked more often than it can bear. */
export interface Pace {
  /** Takes out of what is owed the messages that may start now; each of them must be ended. */
  choose(owed: readonly Owed[]): Batch[];
  /** What came of a try decides when the next one may start. */
  learn(batch: Batch, result: Attempt, tries: number): void;
  /** Somebody says that the receiver is well again: its pauses are over. */
  hurry(receiver: string, alertIds: readonly string[]): void;
  end(batch: Batch): void;
}

/** At most so many tries are under way at one receiver. */
const MOST_RUNNING = 4;

interface Line {
  running: number;
  /** Tries in a row that the receiver failed; it is asked again by one message at a time. */
  failures: number;
  notBeforeMs: number;
}

export function createPace({ habitsOf, limits, now, random }: PaceOptions): Pace {
  const lines = new Map<string, Line>();
  const busy = new Set<string>();
  const dueMs = new Map<string, number>();
  const limit = createGroupLimit(limits);

  const lineOf = (receiver: string): Line => {
    const line = lines.get(receiver) ?? { running: 0, failures: 0, notBeforeMs: 0 };
    lines.set(receiver, line);
    return line;
  };
  const isFree = (item: Owed): boolean => !busy.has(keyOf(item)) && !dueMs.has(keyOf(item));

  function mayStart({ receiver, event, group, items }: Batch): boolean {
    const line = lineOf(receiver);
    if (now() < line.notBeforeMs) return false;
    if (line.running >= (line.failures > 0 ? 1 : MOST_RUNNING)) return false;
    // A full message cannot be joined with more, so there is nothing to wait for.
    const isFull = items.length >= (habitsOf(receiver)?.mostAlerts ?? 1);
    return isFull || limit.mayGo(`${receiver} ${event} ${group}`, now());
  }

  return {
    choose(owed) {
      limit.forget(now());
      for (const [key, due] of dueMs) if (due <= now()) dueMs.delete(key);
      const batches = groupOwed(owed.filter(isFree), habitsOf);
      return batches
        .toSorted((left, right) => triesOf(left) - triesOf(right))
        .filter((batch) => {
          if (!mayStart(batch)) return false;
          lineOf(batch.receiver).running += 1;
          for (const item of batch.items) busy.add(keyOf(item));
          return true;
        });
    },
    learn({ receiver, event, group, items }, result, tries) {
      const line = lineOf(receiver);
      for (const item of items) dueMs.delete(keyOf(item));
      if (result.kind === 'retry') {
        // Tries that ran side by side failed by one cause.
        if (now() >= line.notBeforeMs) line.failures += 1;
        line.notBeforeMs = now() + pauseMs(line.failures, result.retryAfterMs, random());
        return;
      }
      line.failures = 0;
      if (result.kind === 'delivered') limit.went(`${receiver} ${event} ${group}`, now());
      else {
        const due = now() + refusedPauseMs(tries, random());
        for (const item of items) dueMs.set(keyOf(item), due);
      }
    },
    hurry(receiver, alertIds) {
      Object.assign(lineOf(receiver), { failures: 0, notBeforeMs: 0 });
      for (const alertId of alertIds) dueMs.delete(nameOf(alertId, receiver));
    },
    end({ receiver, items }) {
      lineOf(receiver).running -= 1;
      for (const item of items) busy.delete(keyOf(item));
    },
  };
}

const nameOf = (alertId: string, receiver: string): string => `${alertId} ${receiver}`;
const keyOf = ({ receiver, row }: Owed): string => nameOf(row.alert_id, receiver);
const triesOf = ({ items }: Batch): number => items[0]?.known?.tries ?? 0;
