import { formatCount } from '../format/number.ts';

export const SETTINGS = {
  title: 'Settings',
  intake: 'Ingestion',
  intakeHelp:
    'Since the process started: received = stored + duplicate + rejected + spooled, at all times.',
  elsewhere: 'The collector runs in another process; its counters are in its /metrics.',
  counters: {
    received: 'received',
    stored: 'stored',
    duplicate: 'delivered before',
    rejected: 'rejected',
    spooled: 'waiting in the spool',
    turned_away: 'requests asked to come again',
  },
  spool: (used: string, limit: string) => `Spool: ${used} of ${limit}`,
  lag: (lag: string) => `The latest spans waited ${lag} for the store.`,
  unresolved: (traces: number) =>
    traces === 0
      ? 'Every trace is resolved.'
      : `${formatCount(traces)} ${traces === 1 ? 'trace waits' : 'traces wait'} to be resolved.`,
  lastSpan: 'Last span',
  spans: 'Spans at rest',
  rejected: 'Rejected spans, 7 days',
  rejectedHelp: 'What was not taken and why. The neighbours of a rejected span were taken.',
  noneRejected: 'Nothing was rejected.',
  reason: 'Reason',
  count: 'Spans',
  last: 'Last',
  detail: 'For example',
  service: 'Service',
  sources: 'Who sends tool calls, 7 days',
  sourcesHelp: 'Calls without their arguments have no signature: no repeat of theirs can be seen.',
  source: 'Instrumentation',
  toolSpans: 'Tool spans',
  withoutArguments: 'Without arguments',
  withoutResult: 'Without result',
  noSources: 'No tool spans yet.',
  hints: 'What is missing, and the switch that sends it',
  noHints: 'Nothing is missing.',
  turns: (count: number) => `${formatCount(count)} ${count === 1 ? 'turn' : 'turns'}`,
  runs: 'How this Loopscope runs',
  retention: 'Retention',
  days: (days: number) => `${formatCount(days)} days, by LOOPSCOPE_RETENTION_DAYS`,
  content: 'Content',
  contents: {
    full: 'full: arguments and results are stored as received (LOOPSCOPE_CONTENT)',
    hashes: 'hashes: no argument or result text is stored (LOOPSCOPE_CONTENT)',
  },
  apiKeys: 'API keys',
  ingestKeys: 'Ingestion keys',
  keys: (count: number, variable: string) =>
    count === 0
      ? `none: nobody is asked for one (${variable})`
      : `${formatCount(count)} set (${variable})`,
  version: 'Version',
  addresses: 'Addresses',
  thisBrowser: 'This browser',
  key: 'API key of this tab',
  forget: 'Forget it',
  forgotten: 'The key is forgotten.',
  noKey: 'none entered',
  zone: 'Time zone',
  unknown: 'not told',
} as const;
