import { z } from 'zod';

import type { Message } from '../message/message.ts';
import type { Log } from '../options.ts';
import { alertmanagerRequest, RESEND_MS, RESEND_RESOLVED_MS } from './kinds/alertmanager.ts';
import { sendEmail, type EmailTarget } from './kinds/email.ts';
import { logLine } from './kinds/log.ts';
import { PAGERDUTY_URL, pagerdutyRequest } from './kinds/pagerduty.ts';
import { slackRequest } from './kinds/slack.ts';
import { teamsRequest } from './kinds/teams.ts';
import { webhookRequest } from './kinds/webhook.ts';
import { request, type GuardOptions } from './request.ts';
import type { Attempt } from './retry.ts';

/** What each kind of receiver needs, its secrets filled in. */
interface Settings {
  log: object;
  webhook: { url: string; secret: string | null };
  slack: { url: string };
  teams: { url: string };
  pagerduty: { url: string; routingKey: string };
  alertmanager: { url: string; authorization: string | null };
  email: EmailTarget;
}
export type ReceiverKind = keyof Settings;
type ReceiverOf<K extends ReceiverKind> = { name: string; kind: K } & Settings[K];
export type Receiver = { [K in ReceiverKind]: ReceiverOf<K> }[ReceiverKind];

export interface SendOptions extends GuardOptions {
  log: Log;
}

/** What is peculiar to a kind of receiver; a new kind is one entry here and one in `receiverConfig`. */
interface Kind<K extends ReceiverKind> {
  /** Where it is, without what is secret in it. */
  target(receiver: Settings[K]): string;
  /** Alerts that one message may hold. */
  mostAlerts: number;
  /** Whether alerts that were told together must also end together. */
  endsByThread: boolean;
  /** How often what it knows is told again all the same, while it fires and for how long after it ended. */
  resend: { everyMs: number; afterEndMs: number } | null;
  send(receiver: Settings[K], message: Message, options: SendOptions): Promise<Attempt>;
}

const MOST_ALERTS = 200;
const NO_BOUND = Number.MAX_SAFE_INTEGER;
const forPeople = { mostAlerts: NO_BOUND, endsByThread: false, resend: null };

const KINDS: { readonly [K in ReceiverKind]: Kind<K> } = {
  log: {
    ...forPeople,
    target: () => 'the log of the process',
    send: (_receiver, message, { log }) => {
      const { text, fields } = logLine(message);
      log(message.event === 'firing' ? 'warn' : 'info', text, fields);
      return Promise.resolve({ kind: 'delivered' });
    },
  },
  webhook: {
    mostAlerts: MOST_ALERTS,
    endsByThread: false,
    resend: null,
    target: ({ url }) => withoutPath(url),
    send: (receiver, message, options) =>
      request(webhookRequest(receiver, message, options.now()), options),
  },
  slack: {
    ...forPeople,
    target: ({ url }) => withoutPath(url),
    send: (receiver, message, options) => request(slackRequest(receiver, message), options),
  },
  teams: {
    ...forPeople,
    target: ({ url }) => withoutPath(url),
    send: (receiver, message, options) => request(teamsRequest(receiver, message), options),
  },
  pagerduty: {
    ...forPeople,
    endsByThread: true,
    target: ({ url }) => withoutPath(url),
    send: (receiver, message, options) => {
      const outgoing = pagerdutyRequest(receiver, message);
      return outgoing === null
        ? Promise.resolve({ kind: 'delivered' })
        : request(outgoing, options);
    },
  },
  alertmanager: {
    mostAlerts: MOST_ALERTS,
    endsByThread: false,
    resend: { everyMs: RESEND_MS, afterEndMs: RESEND_RESOLVED_MS },
    target: ({ url }) => withoutPath(url),
    send: (receiver, message, options) =>
      request(alertmanagerRequest(receiver, message, options.now()), options),
  },
  email: {
    ...forPeople,
    target: ({ host, port, to }) => `${to.join(', ')} by ${host}:${port}`,
    send: sendEmail,
  },
};

/** One try at one receiver; never throws. */
export function sendMessage<K extends ReceiverKind>(
  receiver: ReceiverOf<K>,
  message: Message,
  options: SendOptions,
): Promise<Attempt> {
  return KINDS[receiver.kind].send(receiver, message, options);
}

export const targetOf = <K extends ReceiverKind>(receiver: ReceiverOf<K>): string =>
  KINDS[receiver.kind].target(receiver);

export type ReceiverHabits = Pick<Kind<ReceiverKind>, 'mostAlerts' | 'endsByThread' | 'resend'>;
export const habitsOf = (kind: ReceiverKind): ReceiverHabits => KINDS[kind];

function withoutPath(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an address that is no URL';
}

const httpUrl = z.url({ protocol: /^https?$/ });
const variable = z.string().min(1);
/** An address that is a secret by itself: given, or in an environment variable. */
const secretUrl = z
  .strictObject({ url: httpUrl.optional(), url_env: variable.optional() })
  .refine(({ url, url_env: name }) => (url === undefined) !== (name === undefined), {
    message: 'give either url or url_env',
  });

const kindConfigs = {
  webhook: z.strictObject({
    url: httpUrl,
    /** Environment variable that holds the signing secret. */
    secret_env: variable.optional(),
  }),
  slack: secretUrl,
  teams: secretUrl,
  pagerduty: z.strictObject({ routing_key_env: variable, url: httpUrl.default(PAGERDUTY_URL) }),
  alertmanager: z.strictObject({
    url: httpUrl,
    user: z.string().optional(),
    password_env: variable.optional(),
    bearer_env: variable.optional(),
  }),
  email: z.strictObject({
    host: z.string().min(1),
    port: z.number().int().min(1).max(65_535).default(587),
    /** TLS from the first byte, as on port 465; otherwise STARTTLS where the server offers it. */
    secure: z.boolean().default(false),
    user: z.string().default(''),
    password_env: variable.optional(),
    from: z.string().min(3),
    to: z.union([z.string(), z.array(z.string()).min(1)]).transform((value) => [value].flat()),
  }),
  log: z.literal(true),
} satisfies Record<ReceiverKind, z.ZodType>;

const names = Object.keys(kindConfigs);

export const receiverConfig = z
  .strictObject({
    name: z.string().min(1).max(100),
    webhook: kindConfigs.webhook.optional(),
    slack: kindConfigs.slack.optional(),
    teams: kindConfigs.teams.optional(),
    pagerduty: kindConfigs.pagerduty.optional(),
    alertmanager: kindConfigs.alertmanager.optional(),
    email: kindConfigs.email.optional(),
    log: kindConfigs.log.optional(),
  })
  .refine(
    ({ name: _name, ...kinds }) =>
      Object.values(kinds).filter((kind) => kind !== undefined).length === 1,
    { message: `expected one of ${names.join(', ')}` },
  );
export type ReceiverConfig = z.output<typeof receiverConfig>;

export type SecretOf = (variable: string) => string;

/** The receiver with its secrets. `secretOf` throws where a variable is not set. */
export function toReceiver(config: ReceiverConfig, secretOf: SecretOf): Receiver {
  const { name, webhook, slack, teams, pagerduty, alertmanager, email } = config;
  const optional = (from: string | undefined): string | null =>
    from === undefined ? null : secretOf(from);
  if (webhook !== undefined) {
    return { name, kind: 'webhook', url: webhook.url, secret: optional(webhook.secret_env) };
  }
  const hook = slack ?? teams;
  if (hook !== undefined) {
    const url = hook.url ?? secretOf(hook.url_env ?? '');
    return { name, kind: slack === undefined ? 'teams' : 'slack', url };
  }
  if (pagerduty !== undefined) {
    const routingKey = secretOf(pagerduty.routing_key_env);
    return { name, kind: 'pagerduty', url: pagerduty.url, routingKey };
  }
  if (alertmanager !== undefined) {
    const authorization = authorizationOf(alertmanager, optional);
    return { name, kind: 'alertmanager', url: alertmanager.url, authorization };
  }
  if (email !== undefined) {
    const { password_env: from, ...target } = email;
    return { name, kind: 'email', ...target, password: optional(from) ?? '' };
  }
  return { name, kind: 'log' };
}

function authorizationOf(
  config: z.output<typeof kindConfigs.alertmanager>,
  optional: (from: string | undefined) => string | null,
): string | null {
  const bearer = optional(config.bearer_env);
  if (bearer !== null) return `Bearer ${bearer}`;
  if (config.user === undefined) return null;
  const password = optional(config.password_env) ?? '';
  return `Basic ${Buffer.from(`${config.user}:${password}`).toString('base64')}`;
}
