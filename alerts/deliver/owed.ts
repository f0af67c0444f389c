import { fromInstant, type AlertDeliveryRow, type AlertStateRow } from '@loopscope/sql';

import { incidentOf } from '../state/flapping.ts';
import type { MessageEvent } from '../message/message.ts';

export interface Owing {
  /** Whether this receiver is to hear of the rule's alerts; ends are told to all who heard of the beginning. */
  isNotified: boolean;
  repeatMs: number;
  /** As `ReceiverHabits.resend`. */
  resend: { everyMs: number; afterEndMs: number } | null;
}

/**
 * What a receiver is to be told of an alert now, or null. It follows from where the alert stands and from what the receiver
 * knows, so that nothing depends on having seen every step: a beginning while it fires, an end to whoever heard, or may have
 * heard, of the beginning.
 */
export function owedTo(
  row: AlertStateRow,
  known: AlertDeliveryRow | undefined,
  { isNotified, repeatMs, resend }: Owing,
  nowMs: number,
): MessageEvent | null {
  const incident = incidentOf(row);
  if (incident === '0') return null;
  const current = known?.incident === incident ? known : undefined;
  if (row.state === 'firing') {
    const isMuted = !isNotified || row.muted !== '';
    return !isMuted && mustHearOfBeginning(current, resend?.everyMs ?? repeatMs, nowMs)
      ? 'firing'
      : null;
  }
  return current !== undefined && mustHearOfEnd(row, current, { resend, nowMs })
    ? 'resolved'
    : null;
}

function mustHearOfBeginning(
  current: AlertDeliveryRow | undefined,
  repeatMs: number,
  nowMs: number,
): boolean {
  if (current?.told !== 'firing') return true;
  return nowMs - fromInstant(current.told_at) >= repeatMs;
}

function mustHearOfEnd(
  row: AlertStateRow,
  current: AlertDeliveryRow,
  { resend, nowMs }: Pick<Owing, 'resend'> & { nowMs: number },
): boolean {
  if (current.told === 'firing') return true;
  if (current.told === '') return current.doubtful === 1 || current.trying === 'resolved';
  if (resend === null || row.state !== 'resolved') return false;
  const isLate = nowMs - fromInstant(row.since) > resend.afterEndMs;
  return !isLate && nowMs - fromInstant(current.told_at) >= resend.everyMs;
}

/** Whether what is owed was told before: a reminder, or what a receiver asks to hear again. */
export const isRepeat = (
  row: AlertStateRow,
  known: AlertDeliveryRow | undefined,
  event: MessageEvent,
): boolean => known?.incident === incidentOf(row) && known.told === event;
