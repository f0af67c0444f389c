import { randomUUID } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { basename } from 'node:path';

import {
  createDesk,
  createRuleBook,
  readShippedRules,
  startAlerts,
  type Alerts,
  type Desk,
  type RuleBook,
} from '@loopscope/alerts';
import type { ApiOptions } from '@loopscope/api';
import type { Store } from '@loopscope/sql';

import type { Config } from './config.ts';
import { readConfigText } from './config/read-file.ts';
import { expiriesOf } from './expiries.ts';
import type { Log } from './log.ts';

type Alerting = NonNullable<ApiOptions['alerting']>;

export interface AlertingOptions {
  store: Store;
  config: Config;
  /** Where links in notifications lead, unless the configuration says. */
  baseUrl: () => string;
  /** Spans that wait for the store; null where no collector runs in this process. */
  spooledSpans: () => number | null;
  now: () => number;
  log: Log;
}

/** The alerts of one process: what its API asks, and the evaluator where it has one. */
export interface AlertingPart {
  port: Alerting;
  /** Starts to evaluate, and to follow changes of the configuration file. */
  start(): void;
  close(): Promise<void>;
}

/** The file is looked at this often; a change is rare, and a page is not waiting for it. */
const LOOK_MS = 2_000;

export function createAlerting(options: AlertingOptions): AlertingPart {
  const { store, config, now, log } = options;
  const shipped = config.alerts.shipped_rules ? readShippedRules() : [];
  const ruleBook = createRuleBook(shipped, config.alerts.rules);
  const baseUrl = () => config.alerts.base_url ?? options.baseUrl();
  const sending = { allowedTargets: config.alerts.allow_private_targets, baseUrl, fetch, now, log };
  const desk: Desk = createDesk({ ...sending, store, ruleBook, receivers: () => config.receivers });
  let alerts: Alerts | null = null;
  let stopFollowing = (): void => undefined;

  return {
    port: { ...desk, metrics: () => alerts?.metrics() ?? [] },
    start() {
      const { burst, interval } = config.alerts.grouping;
      alerts = startAlerts({
        ...sending,
        store,
        ruleBook,
        receivers: config.receivers,
        grouping: { burst, intervalMs: interval },
        expiries: () => expiriesOf(config),
        readings: () => ({ spooled_spans: options.spooledSpans() }),
        // The embedded store is one process's alone.
        ...(store.kind === 'server' ? { lease: { holder: randomUUID() } } : {}),
        steady: () => performance.now(),
      });
      stopFollowing = followFile(config.file, ruleBook, { now, log });
    },
    async close() {
      stopFollowing();
      await alerts?.close();
    },
  };
}

/** Takes the file's rules whenever it changes; one that cannot be taken changes nothing and is shown. */
function followFile(
  path: string | null,
  ruleBook: RuleBook,
  { now, log }: Pick<AlertingOptions, 'now' | 'log'>,
): () => void {
  if (path === null) return () => undefined;
  const read = (): void => {
    const { values, problems } = readQuietly(path);
    if (values !== null) {
      ruleBook.setFile(values.alerts.rules);
      log('info', 'alert rules read again', { rules: ruleBook.active().length });
      return;
    }
    log('error', 'the changed file was not taken; the rules stay as they were', { problems });
    ruleBook.refuseFile(problems.map((problem) => toProblem(problem, path, now())));
  };
  watchFile(path, { interval: LOOK_MS, persistent: false }, read);
  return () => unwatchFile(path, read);
}

function readQuietly(path: string): ReturnType<typeof readConfigText> {
  try {
    return readConfigText(basename(path), readFileSync(path, 'utf8'));
  } catch (error) {
    return { values: null, problems: [`${basename(path)}: it cannot be read (${String(error)})`] };
  }
}

/** `loopscope.yaml:12: what is wrong` -> its parts. */
function toProblem(text: string, path: string, atMs: number) {
  const [, line, message] = /^[^:]*:(\d+): (.*)$/s.exec(text) ?? [];
  return {
    source: basename(path),
    rule: '',
    line: line === undefined ? null : Number(line),
    message: message ?? text,
    atMs,
  };
}
