import { z } from 'zod';

import { readCidr } from './deliver/target.ts';
import type { Receiver } from './deliver/receiver.ts';
import { ruleConfig, type AlertRule } from './rule.ts';
import { SHIPPED_RULES } from './shipped.ts';

const cidr = z.string().transform((text, context) => {
  const range = readCidr(text);
  if (range !== null) return range;
  context.addIssue({ code: 'custom', message: 'expected an address range such as 127.0.0.1/32' });
  return z.NEVER;
});

const receiverConfig = z.strictObject({
  name: z.string().min(1),
  webhook: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      /** Environment variable that holds the signing secret. */
      secret_env: z.string().optional(),
    })
    .optional(),
  log: z.literal(true).optional(),
});

/** The `alerts:` section of loopscope.yaml. */
export const alertsConfig = z
  .strictObject({
    allow_private_targets: z.array(cidr).default([]),
    receivers: z.array(receiverConfig).default([]),
    rules: z.array(ruleConfig).default([]),
    /** False leaves out the rules that come with the product. */
    shipped_rules: z.boolean().default(true),
  })
  .superRefine(({ receivers, rules }, context) => {
    receivers.forEach(({ webhook, log }, index) => {
      if ((webhook === undefined) === (log === undefined)) {
        const message = 'expected either webhook or log';
        context.addIssue({ code: 'custom', path: ['receivers', index], message });
      }
    });
    refuseRepeats('receivers', receivers, context);
    refuseRepeats('rules', rules, context);
    const known = new Set(receivers.map(({ name }) => name));
    rules.forEach(({ notify }, index) => {
      for (const name of notify.filter((candidate) => !known.has(candidate))) {
        const message = `there is no receiver "${name}"`;
        context.addIssue({ code: 'custom', path: ['rules', index, 'notify'], message });
      }
    });
  });
export type AlertsConfig = z.output<typeof alertsConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Configured receivers with their secrets. Throws where a secret's variable is not set. */
export function toReceivers(config: AlertsConfig, environment: Environment): Receiver[] {
  return config.receivers.map(({ name, webhook }): Receiver => {
    if (webhook === undefined) return { name, kind: 'log' };
    const { url, secret_env: variable } = webhook;
    const secret = variable === undefined ? null : environment[variable];
    if (secret === undefined || secret === '') {
      throw new Error(`receiver "${name}": the environment variable ${variable} is not set`);
    }
    return { name, kind: 'webhook', url, secret };
  });
}

/** The rules in force: the configured ones, and the shipped ones that none of them replaces by name. */
export function toRules(config: AlertsConfig): AlertRule[] {
  const configured = new Set(config.rules.map(({ name }) => name));
  const shipped = config.shipped_rules ? SHIPPED_RULES : [];
  return [...config.rules, ...shipped.filter(({ name }) => !configured.has(name))];
}

function refuseRepeats(
  section: string,
  entries: readonly { name: string }[],
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  entries.forEach(({ name }, index) => {
    if (seen.has(name)) {
      const message = `"${name}" is there twice`;
      context.addIssue({ code: 'custom', path: [section, index, 'name'], message });
    }
    seen.add(name);
  });
}
