import { z } from 'zod';

import { effect, outcome, resultKind } from './rows.ts';

/** A tool call that a model's answer asked for, signed like a tool span. */
export const askedCall = z.object({
  /** Empty where the sender gives none. */
  id: z.string(),
  tool: z.string(),
  args: z.string(),
  args_known: z.union([z.literal(0), z.literal(1)]),
  /** Empty where the arguments are not known. */
  signature: z.string(),
  identity: z.string(),
  identity_fields: z.array(z.string()),
  effect,
});
export type AskedCall = z.infer<typeof askedCall>;

/** A tool's result as the model got to read it. */
export const fedBackResult = z.object({
  id: z.string(),
  /** Empty where the message does not name it. */
  tool: z.string(),
  result: z.string(),
  result_size: z.number().int(),
  outcome,
  error_class: z.string(),
  error_template: z.string(),
  result_kind: resultKind,
  result_fingerprint: z.string(),
});
export type FedBackResult = z.infer<typeof fedBackResult>;

/** JSON in `spans.messages`. Senders repeat the whole history in every input; only its newest part is kept. */
export const spanMessages = z.object({
  /** In order of the answer. */
  asked: z.array(askedCall),
  /** In order of the input: what stands after its last assistant message; all of it where there is none. */
  fed_back: z.array(fedBackResult),
  /** Messages of the input that a user wrote (tool results excluded), and answers of the model; null where not seen. */
  users: z.number().int().nullable(),
  assistants: z.number().int().nullable(),
  /** 16 hex characters over the text of the last user message; empty where not seen. */
  last_user: z.string(),
  /** What the model wrote beside its calls; absent where nothing was seen. */
  said: z.string().optional(),
  /** What users wrote since the model's last answer. */
  heard: z.string().optional(),
  /** Of an answer that asks for nothing: what the answer before it had asked for, where the input tells what came of it. */
  asked_before: z.array(askedCall).optional(),
  /** Of a model call that no trace and no session joins to the next: by what that one can be told to go on from it. */
  history: z
    .object({
      /** 16 hex characters each, empty where not known: over the calls asked for, and over those that are answered. */
      asks: z.string(),
      answers: z.string(),
      /** Over the input, and over what of it stands before the answer that asked. */
      whole: z.string(),
      before: z.string(),
    })
    .optional(),
});
export type SpanMessages = z.infer<typeof spanMessages>;
