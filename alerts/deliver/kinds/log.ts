import { headline, oneLine } from '../../message/lines.ts';
import type { Message } from '../../message/message.ts';

/** What a line of the log says of a message beside its headline; the rest is behind its addresses. */
export interface LogLine {
  text: string;
  fields: Readonly<Record<string, string | number>>;
}

/** One line, whatever the number of alerts: a log is read by the line, by people and by machines. */
export function logLine(message: Message): LogLine {
  const { event, thread, alerts, listUrl } = message;
  const [worst] = alerts;
  const diagnosis = worst?.diagnosis ?? null;
  return {
    text: headline(message),
    fields: {
      event,
      thread,
      rule: worst?.rule ?? '',
      ...(diagnosis === null
        ? {}
        : { diagnosis: oneLine(diagnosis.summary), fix: oneLine(diagnosis.fix) }),
      open: worst?.links.open ?? listUrl,
      ...(alerts.length > 1 ? { alerts: alerts.length, all: listUrl } : {}),
    },
  };
}
