import { alertsConfig } from '@loopscope/alerts';
import { maskingConfig } from '@loopscope/collector';
import { z } from 'zod';

const field = z.string().min(1, 'give the name of a field');
const day = z.iso.date('give a day as YYYY-MM-DD');
const usdPerMillion = z.number('give USD per million tokens').nonnegative();

/** One tool: which arguments name the thing it acts on, and what its results look like. */
const tool = z
  .strictObject({
    /** Arguments that decide the side effect; all the others are decoration. */
    identity: z.array(field).exactOptional(),
    /** Arguments left out of the signature: request ids, time stamps. */
    volatile: z.array(field).exactOptional(),
    effect: z.enum(['read', 'write', 'destructive', 'unknown']).exactOptional(),
    /** Of a write that may be repeated: it takes the key, takes it in an argument, or does no harm twice. */
    idempotency: z
      .union([z.enum(['natural', 'key']), z.strictObject({ argument: field })])
      .exactOptional(),
    /** A tool whose results change by themselves, such as a clock or a queue depth. */
    exempt: z
      .strictObject({ owner: z.string().min(1), reason: z.string().min(1), expires: day })
      .exactOptional(),
    /** Where a result keeps its rows, and which field of a row is its identifier. */
    result: z
      .strictObject({ list: z.string().exactOptional(), id: z.string().exactOptional() })
      .exactOptional(),
  })
  .refine((entry) => !entry.volatile?.some((name) => entry.identity?.includes(name)), {
    message: 'a field cannot be both identity and volatile',
  });

const limit = z.number('give a whole number of at least 1').int().min(1);

/** A ceiling, or one that is raised for a while: with a reason, a ticket and an end. */
const ceilingOf = <Limit extends z.ZodType<number>>(of: Limit) =>
  z.union([
    of,
    z.strictObject({
      value: of,
      raised_to: of.exactOptional(),
      reason: z.string().min(1).exactOptional(),
      ticket: z.string().min(1).exactOptional(),
      expires: day.exactOptional(),
    }),
  ]);
const ceiling = ceilingOf(limit);
const usd = z.number('give an amount in USD above 0').positive();

/** `loopscope.yaml`; `docs/configuration.md` lists the same keys. */
export const configFile = z.strictObject({
  tools: z.record(z.string(), tool).default({}),
  ceilings: z
    .strictObject({
      attempts_per_key: ceiling.default(2),
      empty_results_per_tool: ceiling.default(3),
      attempts_per_signature: ceiling.default(3),
      calls_per_session: ceiling.default(25),
      tokens_per_session: ceiling.exactOptional(),
      usd_per_session: ceilingOf(usd).exactOptional(),
    })
    .prefault({})
    .superRefine((ceilings, context) => {
      for (const [name, value] of Object.entries(ceilings)) {
        const missing = missingOfRaised(value);
        if (missing.length > 0) {
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `a raised ceiling needs ${missing.join(', ')}`,
          });
        }
      }
    }),
  prices: z
    .record(
      z.string(),
      z.strictObject({
        input: usdPerMillion,
        output: usdPerMillion,
        cached_input: usdPerMillion.exactOptional(),
      }),
    )
    .default({}),
  masking: maskingConfig.prefault({}),
  alerts: alertsConfig.prefault({}),
});
export type ConfigFile = z.output<typeof configFile>;
export type Ceiling = z.output<typeof ceiling>;

function missingOfRaised(value: Ceiling): string[] {
  if (typeof value === 'number' || value.raised_to === undefined) return [];
  return (['reason', 'ticket', 'expires'] as const).filter((key) => value[key] === undefined);
}
