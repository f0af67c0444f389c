import { listLink } from '../message/links.ts';
import { sortViews, toAlertView, type Message } from '../message/message.ts';
import { firingRow, resolvedRow } from './rows.ts';

export const MESSAGE_BASE_URL = 'https://loopscope.example';
export const AT_MS = Date.UTC(2026, 2, 1, 0, 1);

const DIAGNOSIS = JSON.stringify({
  loop_id: 'loop-1',
  turn_id: 'turn-a',
  kind: 'empty',
  summary: 'search_orders returned [] 6 times for the same arguments',
  fix_place: 'tool_result',
  fix: 'Say in the empty result what was looked at.',
  tool: 'search_orders',
  identity: '3f2a',
  calls: 6,
  since: '2026-02-28T23:59:00.000Z',
  duration_ms: 55_000,
});

export function message(
  rows = [firingRow('a', { diagnosis: DIAGNOSIS })],
  given: Partial<Message> = {},
): Message {
  return {
    id: 'a-1772323200000-firing',
    thread: 'a',
    event: 'firing',
    group: { rule: 'turn-max-attempts', agent: 'support' },
    atMs: AT_MS,
    alerts: sortViews(rows.map((row) => toAlertView(row, MESSAGE_BASE_URL))),
    stillFiring: 0,
    listUrl: listLink('turn-max-attempts', MESSAGE_BASE_URL),
    ...given,
  };
}
export const over = (given: Partial<Message> = {}) =>
  message([resolvedRow('a', { diagnosis: DIAGNOSIS })], { event: 'resolved', ...given });
