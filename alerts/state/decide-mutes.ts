import { isSilencing, toInstant, type AlertEventRow } from '@loopscope/sql';

import type { Book } from './book.ts';
import { rowToWrite, type Decision, type Evaluation, type Standing } from './evaluate.ts';
import { inhibitorsOf, muteOf, type Silence } from './mute.ts';

/** What mutes each alert now, where that is not what its row says. */
export function decideMutes(
  silences: readonly Silence[],
  { all }: Pick<Book, 'all'>,
  evaluation: Evaluation,
): Decision[] {
  const active = silences.filter(({ row }) => isSilencing(row, evaluation.nowMs));
  const rows = [...all()].map(({ row }) => row);
  const muting = { silences: active, inhibitors: inhibitorsOf(rows) };
  const decisions: Decision[] = [];
  for (const standing of all()) {
    const isOpen = standing.row.state === 'firing' || standing.row.state === 'pending';
    const mute = isOpen ? muteOf(standing.row, muting) : null;
    const muted = mute === null ? '' : JSON.stringify(mute);
    if (muted !== standing.row.muted) {
      decisions.push(toDecision(standing, muted, mute?.kind ?? 'no longer', evaluation));
    }
  }
  return decisions;
}

function toDecision(
  standing: Standing,
  muted: string,
  why: string,
  { nowMs }: Evaluation,
): Decision {
  const { row } = standing;
  const updated = rowToWrite(standing, { muted }, nowMs);
  const event: AlertEventRow = {
    project: row.project,
    alert_id: row.alert_id,
    at: toInstant(nowMs),
    rule: row.rule,
    scope: row.scope,
    subject: row.subject,
    kind: 'mute',
    from_state: row.state,
    to_state: row.state,
    receiver: '',
    result: why,
    summary: row.summary,
  };
  // The end of an alert ends what muted it, and that is told by the end itself.
  const isOver = row.state !== 'firing' && row.state !== 'pending';
  return {
    standing: { ...standing, row: updated, isStale: false },
    changed: true,
    event: isOver ? null : event,
  };
}
