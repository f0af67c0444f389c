import type { Log } from '../options.ts';
import type { Book } from '../state/book.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { countFiring } from './owed-now.ts';
import { habitsOf, sendMessage, type Receiver } from './receivers.ts';
import type { GuardOptions } from './request.ts';
import { receiversOf, type Targets } from './targets.ts';

interface OutboxParts {
  targets: () => Targets;
  book: Book;
  inLine: (work: () => Promise<void>) => Promise<void>;
  onRoom: () => void;
  baseUrl: () => string;
  fetch: typeof fetch;
  resolve: GuardOptions['resolve'];
  now: () => number;
  steady: () => number;
  random: () => number;
  log: Log;
}

/** The outbox over the receivers as they are configured at the moment of each try. */
export function startOutbox(parts: OutboxParts): Outbox {
  const { book, inLine, targets, fetch, now, log, resolve } = parts;
  const find = (name: string): Receiver | undefined =>
    receiversOf(targets()).find((receiver) => receiver.name === name);
  return createOutbox({
    habitsOf: (name) => {
      const receiver = find(name);
      return receiver === undefined ? undefined : habitsOf(receiver.kind);
    },
    send: async (name, message) => {
      const receiver = find(name);
      if (receiver === undefined) return { kind: 'refused', reason: 'there is no such receiver' };
      const { allowedTargets } = targets();
      const guard = { fetch, now, log, allowedTargets };
      return sendMessage(receiver, message, resolve === undefined ? guard : { ...guard, resolve });
    },
    write: (rows, events) => book.deliver(rows, events),
    settle: (rows, events) => inLine(() => book.deliver(rows, events)),
    remember: (rows) => book.remember(rows),
    stillFiring: (receiver, thread) => countFiring(book, receiver, thread),
    onRoom: parts.onRoom,
    onFailure: (reason) => log('error', 'a delivery could not be written down', { reason }),
    limits: () => targets().grouping,
    baseUrl: parts.baseUrl,
    now,
    steady: parts.steady,
    random: parts.random,
  });
}
