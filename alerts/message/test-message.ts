import { listLink } from './links.ts';
import { nameOf, type Message } from './message.ts';

/** What the test button sends: a firing alert that says of itself that it is a test. */
export function testMessage(baseUrl: string, nowMs: number): Message {
  const base = baseUrl.replace(/\/$/, '');
  const id = nameOf(['test', String(nowMs)]);
  return {
    id: `test-${id}`,
    thread: `test-${id}`,
    event: 'firing',
    group: { rule: 'test' },
    atMs: nowMs,
    stillFiring: 0,
    listUrl: listLink('test', baseUrl),
    alerts: [
      {
        alertId: `test-${id}`,
        rule: 'test',
        severity: 'info',
        scope: 'turn',
        subject: 'test',
        state: 'firing',
        agent: 'test',
        agentVersion: '',
        model: '',
        environment: '',
        tool: '',
        sessionId: '',
        turnId: '',
        title: 'Test of this receiver',
        summary: 'Somebody pressed the test button; nothing is wrong.',
        startedMs: nowMs,
        endedMs: null,
        costUsd: null,
        costPerMinuteUsd: null,
        facts: {},
        labels: {},
        annotations: {},
        diagnosis: null,
        links: {
          open: `${base}/alerts`,
          alert: `${base}/alerts`,
          stop: null,
          silence: `${base}/alerts`,
          notALoop: null,
        },
      },
    ],
  };
}
