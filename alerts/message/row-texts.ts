import { z } from 'zod';

/** The loop behind an alert, as its row keeps it. */
export const diagnosis = z.object({
  loop_id: z.string(),
  turn_id: z.string(),
  kind: z.string(),
  summary: z.string(),
  fix_place: z.string(),
  fix: z.string(),
  tool: z.string().default(''),
  identity: z.string().default(''),
  calls: z.number().default(0),
  /** ISO 8601, by the clock of the agent; empty in rows of older versions. */
  since: z.string().default(''),
  duration_ms: z.number().default(0),
});
export type Diagnosis = z.infer<typeof diagnosis>;

const facts = z.record(z.string(), z.number().nullable()).catch({});
const texts = z.record(z.string(), z.string()).catch({});
const maybeDiagnosis = diagnosis.nullable().catch(null);

/** Columns that hold JSON; what cannot be read is as if it were empty. */
export const readFacts = (text: string): Record<string, number | null> => facts.parse(read(text));
export const readTexts = (text: string): Record<string, string> => texts.parse(read(text));
export const readDiagnosis = (text: string): Diagnosis | null => maybeDiagnosis.parse(read(text));

function read(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
