import { testMessage } from '../message/test-message.ts';
import type { Log } from '../options.ts';
import { sendMessage } from './receivers.ts';
import type { GuardOptions } from './request.ts';
import type { Attempt } from './retry.ts';
import { receiversOf, type Targets } from './targets.ts';

export interface TryOptions extends Pick<GuardOptions, 'fetch' | 'now'> {
  resolve?: GuardOptions['resolve'] | undefined;
  targets: () => Targets;
  baseUrl: () => string;
  log: Log;
}

/** What the test button does: one message by the path of all others; null where there is no such receiver. */
export async function tryReceiver(
  name: string,
  { targets, baseUrl, fetch, resolve, now, log }: TryOptions,
): Promise<Attempt | null> {
  const receiver = receiversOf(targets()).find((candidate) => candidate.name === name);
  if (receiver === undefined) return null;
  const guard = { fetch, now, log, allowedTargets: targets().allowedTargets };
  const sending = resolve === undefined ? guard : { ...guard, resolve };
  return sendMessage(receiver, testMessage(baseUrl(), now()), sending);
}
