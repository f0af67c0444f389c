import type { AlertStateRow } from '@loopscope/sql';

import type { Diagnosis } from './row-texts.ts';

/** Where to look, and where to act; every one opens a page that asks before it does anything. */
export interface AlertLinks {
  /** The trajectory at the loop; the session, tool or alert where there is no turn. */
  open: string;
  alert: string;
  /** Null where the alert is of no session. */
  stop: string | null;
  silence: string;
  /** Null where no loop is known. */
  notALoop: string | null;
}

export function alertLinks(
  row: AlertStateRow,
  diagnosis: Diagnosis | null,
  baseUrl: string,
): AlertLinks {
  const base = baseUrl.replace(/\/$/, '');
  const alert = `${base}/alerts?alert=${encodePart(row.alert_id)}`;
  const path = pathOf(row, diagnosis);
  return {
    open: path === null ? alert : `${base}${path}`,
    alert,
    stop:
      row.session_id === '' ? null : `${base}/sessions/${encodePart(row.session_id)}?action=stop`,
    silence: `${alert}&action=silence`,
    notALoop:
      diagnosis === null
        ? null
        : `${base}/turns/${encodePart(diagnosis.turn_id)}?loop=${encodePart(diagnosis.loop_id)}&action=not_a_loop`,
  };
}

function pathOf(row: AlertStateRow, diagnosis: Diagnosis | null): string | null {
  const turnId = row.turn_id === '' ? (diagnosis?.turn_id ?? '') : row.turn_id;
  if (turnId !== '') {
    const loop = diagnosis === null ? '' : `?loop=${encodePart(diagnosis.loop_id)}`;
    return `/turns/${encodePart(turnId)}${loop}`;
  }
  if (row.session_id !== '') return `/sessions/${encodePart(row.session_id)}`;
  if (row.scope === 'tool') return `/tools/${encodePart(row.subject)}`;
  return row.scope === 'fleet' ? '/' : null;
}

/** Alerts of one rule. */
export const listLink = (rule: string, baseUrl: string): string =>
  `${baseUrl.replace(/\/$/, '')}/alerts?rule=${encodePart(rule)}`;

/** As `encodeURIComponent`, and what chat programs read as markup too. */
const encodePart = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
