import { randomUUID } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { basename } from 'node:path';

import {
  createDesk,
  createRuleBook,
  readShippedRules,
  startAlerts,
  toReceivers,
  type Alerts,
  type AlertsConfig,
  type Desk,
  type Receiver,
  type Targets,
} from '@loopscope/alerts';
import type { ApiOptions } from '@loopscope/api';
import type { Store } from '@loopscope/sql';

import type { Config } from './config.ts';
import type { ConfigFile } from './config/file-schema.ts';
import { readConfigText } from './config/read-file.ts';
import { expiriesOf, type Expiry } from './expiries.ts';
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
  /** Where secrets of receivers stand; default: the process's own. */
  env?: Readonly<Record<string, string | undefined>>;
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
  const { store, config, now, log, env = process.env } = options;
  let settings = settingsOf(config.alerts, config.receivers, expiriesOf(config));
  const ruleBook = createRuleBook(shippedRules(config.alerts), config.alerts.rules);
  const baseUrl = () => settings.alerts.base_url ?? options.baseUrl();
  const targets = () => settings.targets;
  const expiries = () => settings.expiries;
  const common = { store, ruleBook, targets, expiries, baseUrl, fetch, now, log };
  let alerts: Alerts | null = null;
  let isLatestTaken = true;
  const desk: Desk = createDesk({
    ...common,
    evaluator: () => alerts,
    // The embedded store is one process's alone: what is not here is nowhere.
    isElsewhere: () => store.kind === 'server' && alerts === null,
  });
  let stopFollowing = (): void => undefined;

  function follow(path: string): () => void {
    return followFile(path, env, (taken) => {
      isLatestTaken = 'settings' in taken;
      if ('settings' in taken) {
        settings = taken.settings;
        ruleBook.setFile(settings.alerts.rules, shippedRules(settings.alerts));
        const counts = { rules: ruleBook.active().length, receivers: settings.receivers };
        log('info', 'rules and receivers read again', counts);
        return;
      }
      const { problems } = taken;
      log('error', 'the changed file was not taken; all stays as it was', { problems });
      ruleBook.refuseFile(problems.map((problem) => toProblem(problem, path, now())));
    });
  }

  return {
    port: {
      ...desk,
      metrics: async () => [...(await desk.metrics()), reloadMetric(isLatestTaken)],
    },
    start() {
      alerts = startAlerts({
        ...common,
        readings: () => ({ spooled_spans: options.spooledSpans() }),
        // The embedded store is one process's alone.
        ...(store.kind === 'server' ? { lease: { holder: randomUUID() } } : {}),
        steady: () => performance.now(),
      });
      if (config.file !== null) stopFollowing = follow(config.file);
    },
    async close() {
      stopFollowing();
      await alerts?.close();
    },
  };
}

/** What a change of the file changes. */
interface Settings {
  alerts: AlertsConfig;
  targets: Targets;
  expiries: readonly Expiry[];
  receivers: number;
}

function settingsOf(
  alerts: AlertsConfig,
  receivers: readonly Receiver[],
  expiries: readonly Expiry[],
): Settings {
  const { burst, interval } = alerts.grouping;
  const grouping = { burst, intervalMs: interval };
  const targets = { receivers, allowedTargets: alerts.allow_private_targets, grouping };
  return { alerts, targets, expiries, receivers: receivers.length };
}

const shippedRules = (alerts: AlertsConfig) => (alerts.shipped_rules ? readShippedRules() : []);

const reloadMetric = (isTaken: boolean) => ({
  name: 'loopscope_config_last_reload_successful',
  help: 'Whether the configuration file as it is now could be taken.',
  type: 'gauge' as const,
  samples: [{ value: isTaken ? 1 : 0 }],
});

type Taken = { settings: Settings } | { problems: string[] };

/** Reads the file whenever it changes; it is taken whole or not at all. */
function followFile(
  path: string,
  env: NonNullable<AlertingOptions['env']>,
  take: (taken: Taken) => void,
): () => void {
  const read = (): void => take(readSettings(path, env));
  watchFile(path, { interval: LOOK_MS, persistent: false }, read);
  return () => unwatchFile(path, read);
}

function readSettings(path: string, env: NonNullable<AlertingOptions['env']>): Taken {
  const { values, problems } = readQuietly(path);
  if (values === null) return { problems };
  try {
    const receivers = toReceivers(values.alerts, env);
    return { settings: settingsOf(values.alerts, receivers, expiriesOf(toExpiring(values))) };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

const toExpiring = ({ tools, ceilings }: ConfigFile) => ({
  declarations: new Map(Object.entries(tools)),
  ceilings: new Map(Object.entries(ceilings)),
});

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
