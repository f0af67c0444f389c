import { z } from 'zod';

import { GROUP_LIMITS } from './deliver/limit.ts';
import { receiverConfig, toReceiver, type Receiver } from './deliver/receivers.ts';
import { readCidr } from './deliver/target.ts';
import { LEASE_TTL_MS } from './lease.ts';
import { durationMs } from './rule/duration.ts';
import { ruleConfig } from './rule/rule.ts';

const cidr = z.string().transform((text, context) => {
  const range = readCidr(text);
  if (range !== null) return range;
  context.addIssue({ code: 'custom', message: 'expected an address range such as 127.0.0.1/32' });
  return z.NEVER;
});

/** The `alerts:` section of loopscope.yaml. */
export const alertsConfig = z
  .strictObject({
    allow_private_targets: z.array(cidr).default([]),
    receivers: z.array(receiverConfig).default([]),
    rules: z.array(ruleConfig).default([]),
    /** False leaves out the rules that come with the product. */
    shipped_rules: z.boolean().default(true),
    /** Where links in notifications lead; default: the address of the UI. */
    base_url: z.url({ protocol: /^https?$/ }).optional(),
    /** Of several evaluators, the one that leads is replaced when nothing was heard of it for so long. */
    takeover_after: durationMs
      .refine((ms) => ms >= 3_000, 'expected at least 3s')
      .default(LEASE_TTL_MS),
    /** So many messages of one group go out at once; then they are told together once per interval. */
    grouping: z
      .strictObject({
        burst: z.number().int().min(1).max(1_000).default(GROUP_LIMITS.burst),
        interval: durationMs.default(GROUP_LIMITS.intervalMs),
      })
      .prefault({}),
  })
  .superRefine(({ receivers, rules }, context) => {
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
  return config.receivers.map((receiver) =>
    toReceiver(receiver, (variable) => {
      const secret = environment[variable];
      if (secret !== undefined && secret !== '') return secret;
      throw new Error(
        `receiver "${receiver.name}": the environment variable ${variable} is not set`,
      );
    }),
  );
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
