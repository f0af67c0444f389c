import type { AlertDeliveryRow, AlertStateRow } from '@loopscope/sql';

import { nameOf, type MessageEvent } from '../message/message.ts';
import type { GroupName } from '../rule/facts.ts';
import { incidentOf } from '../state/flapping.ts';

/** One alert that one receiver is owed. */
export interface Owed {
  receiver: string;
  event: MessageEvent;
  row: AlertStateRow;
  known: AlertDeliveryRow | undefined;
  groupBy: readonly GroupName[];
}

/** Alerts that go out in one message. */
export interface Batch {
  receiver: string;
  event: MessageEvent;
  /** What they have in common, as text. */
  group: string;
  common: Readonly<Record<string, string>>;
  items: Owed[];
}

/** Alerts that are owed -> messages: those of one receiver, event and group together, bounded in size. */
export function groupOwed(
  owed: readonly Owed[],
  habitsOf: (receiver: string) => { mostAlerts: number; endsByThread: boolean } | undefined,
): Batch[] {
  const all: Batch[] = [];
  const open = new Map<string, Batch>();
  // Thousands of alerts are of few groups: a name is made once.
  const names = new Map<string, string>();
  for (const item of owed) {
    const { receiver, event } = item;
    const common = commonOf(item.row, item.groupBy);
    const text = JSON.stringify(common);
    const group = names.get(text) ?? nameOf(Object.entries(common).flat());
    names.set(text, group);
    const { mostAlerts, endsByThread } = habitsOf(receiver) ?? ONE_BY_ONE;
    const thread = endsByThread && event === 'resolved' ? (item.known?.thread ?? '') : '';
    const key = [receiver, event, group, thread].join(' ');
    const batch = open.get(key);
    if (batch !== undefined && batch.items.length < mostAlerts) batch.items.push(item);
    else {
      const next = { receiver, event, group, common, items: [item] };
      open.set(key, next);
      all.push(next);
    }
  }
  return all;
}

const ONE_BY_ONE = { mostAlerts: 1, endsByThread: false };

/** What alerts of one message have in common. */
export function commonOf(
  row: AlertStateRow,
  groupBy: readonly GroupName[],
): Record<string, string> {
  return Object.fromEntries(groupBy.map((name) => [name, VALUE_OF[name](row)]));
}

const VALUE_OF: Readonly<Record<GroupName, (row: AlertStateRow) => string>> = {
  rule: ({ rule }) => rule,
  severity: ({ severity }) => severity,
  scope: ({ scope }) => scope,
  session: (row) => row.session_id,
  turn: (row) => row.turn_id,
  agent: (row) => row.agent_name,
  model: ({ model }) => model,
  environment: ({ environment }) => environment,
  version: (row) => row.agent_version,
  tool: ({ tool }) => tool,
};

/** The name that a message of these alerts has at the receiver, from its beginning to its end. */
export function threadOf({ event, items }: Batch): string {
  const [first] = items;
  if (first === undefined) return '';
  if (event === 'resolved' || (first.known !== undefined && isOngoing(first))) {
    const threads = new Set(items.map(({ known }) => known?.thread ?? ''));
    if (threads.size === 1) return first.known?.thread ?? '';
  }
  if (items.length === 1) return first.row.alert_id;
  return nameOf(items.map(({ row }) => `${row.alert_id} ${incidentOf(row)}`).toSorted());
}

const isOngoing = ({ row, known }: Owed): boolean =>
  known?.incident === incidentOf(row) && known.thread !== '';

/** The same for every try of the same content; a reminder is a message of its own. */
export function messageId({ event, items }: Batch): string {
  const parts = items.map(({ row, known }) => {
    const incident = incidentOf(row);
    const isAgain = known?.incident === incident && known.told === event;
    return `${row.alert_id}-${incident}-${event}${isAgain ? `-${known.told_at}` : ''}`;
  });
  const [first = ''] = parts;
  return parts.length === 1 ? first.replaceAll(/[ :.]/g, '') : nameOf(parts.toSorted());
}
