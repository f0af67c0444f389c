import { randomUUID } from 'node:crypto';
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
  type FileInForce,
  type Receiver,
  type Targets,
} from '@loopscope/alerts';
import type { ApiOptions } from '@loopscope/api';
import type { Store } from '@loopscope/sql';

import type { Config } from './config.ts';
import type { ConfigFile } from './config/file-schema.ts';
import { fingerprintOf, followFile, type FileLook } from './config/follow-file.ts';
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
  /** The configuration file is looked at this often; default 1,000. */
  lookMs?: number;
}

/** The alerts of one process: what its API asks, and the evaluator where it has one. */
export interface AlertingPart {
  port: Alerting;
  /** Starts to evaluate, and to follow changes of the configuration file. */
  start(): void;
  close(): Promise<void>;
}

const LOOK_MS = 1_000;

export function createAlerting(options: AlertingOptions): AlertingPart {
  const { store, config, now, log, env = process.env } = options;
  let settings = settingsOf(config.alerts, config.receivers, expiriesOf(config));
  // Who leads decides by what it knew at its start: two evaluators must not change it one after the other.
  const ttlMs = config.alerts.takeover_after;
  const ruleBook = createRuleBook(shippedRules(config.alerts), config.alerts.rules);
  const baseUrl = () => settings.alerts.base_url ?? options.baseUrl();
  const targets = () => settings.targets;
  const expiries = () => settings.expiries;
  let file: FileInForce = { ...config.file, sinceMs: now(), isCurrent: true };
  const inForce = () => file;
  const common = { store, ruleBook, targets, expiries, baseUrl, file: inForce, fetch, now, log };
  let alerts: Alerts | null = null;
  const desk: Desk = createDesk({
    ...common,
    evaluator: () => alerts,
    // The embedded store is one process's alone: what is not here is nowhere.
    isElsewhere: () => store.kind === 'server' && alerts === null,
  });
  let stopFollowing = (): void => undefined;

  function take(look: FileLook): void {
    const taken = readSettings(config.file.path, look, env);
    if ('settings' in taken) {
      settings = taken.settings;
      file = { ...file, fingerprint: taken.fingerprint, sinceMs: now(), isCurrent: true };
      ruleBook.setFile(settings.alerts.rules, shippedRules(settings.alerts));
      const counts = { rules: ruleBook.active().length, receivers: settings.receivers };
      log('info', 'rules and receivers read again', { file: file.path, ...counts });
      return;
    }
    const { problems } = taken;
    file = { ...file, isCurrent: false };
    log('error', 'the changed file was not taken; all stays as it was', { problems });
    ruleBook.refuseFile(problems.map((problem) => toProblem(problem, file.path, now())));
  }

  return {
    port: desk,
    start() {
      alerts = startAlerts({
        ...common,
        readings: () => ({ spooled_spans: options.spooledSpans() }),
        // The embedded store is one process's alone.
        ...(store.kind === 'server' ? { lease: { holder: randomUUID(), ttlMs } } : {}),
        steady: () => performance.now(),
      });
      const following = { everyMs: options.lookMs ?? LOOK_MS, known: config.file.fingerprint };
      stopFollowing = followFile(config.file.path, following, take);
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

type Taken = { settings: Settings; fingerprint: string } | { problems: string[] };

/** The file is taken whole or not at all. */
function readSettings(
  path: string,
  look: FileLook,
  env: NonNullable<AlertingOptions['env']>,
): Taken {
  const name = basename(path);
  if ('reason' in look) {
    const problem = `${look.reason}; what it said stays in force until the next start`;
    return { problems: [problem] };
  }
  const { values, problems } = readConfigText(name, look.text);
  if (values === null) return { problems };
  try {
    const receivers = toReceivers(values.alerts, env);
    const settings = settingsOf(values.alerts, receivers, expiriesOf(toExpiring(values)));
    return { settings, fingerprint: fingerprintOf(look.text) };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

const toExpiring = ({ tools, ceilings }: ConfigFile) => ({
  declarations: new Map(Object.entries(tools)),
  ceilings: new Map(Object.entries(ceilings)),
});

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
