import type { GroupLimits } from './limit.ts';
import type { Receiver } from './receivers.ts';
import type { GuardOptions } from './request.ts';

/** Who is told, and within which bounds; it changes when the configuration does. */
export interface Targets {
  /** None: alerts go to the log. */
  receivers: readonly Receiver[];
  /** Private address ranges that may be reached. */
  allowedTargets: GuardOptions['allowedTargets'];
  grouping: GroupLimits;
}

const LOG_RECEIVER: Receiver = { name: 'log', kind: 'log' };

export const receiversOf = ({ receivers }: Targets): readonly Receiver[] =>
  receivers.length > 0 ? receivers : [LOG_RECEIVER];
