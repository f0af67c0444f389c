import type { Dialect } from './dialect.ts';
import { argsAndKwargs, quotedText, textBlocks } from './envelopes.ts';

/** Laminar: what its own `observe` wraps, and its association keys on the spans of all that it instruments. */
export const laminar: Dialect = {
  name: 'laminar',
  kinds: [
    {
      attribute: 'lmnr.span.type',
      values: {
        tool: 'tool',
        llm: 'model',
        default: 'other',
        executor: 'other',
        evaluator: 'other',
      },
    },
  ],
  present: [
    // What the program wraps first of all is its agent, which has no type of its own.
    { has: ['lmnr.span.input'], hasNone: ['lmnr.span.type'], whenRoot: true, kind: 'agent' },
    { has: ['lmnr.span.input'], hasNone: ['gen_ai.operation.name'], kind: 'other' },
  ],
  fields: {
    session: ['lmnr.association.properties.session_id'],
    user: ['lmnr.association.properties.user_id'],
  },
  ownFields: {
    args: ['lmnr.span.input'],
    result: ['lmnr.span.output'],
    asked: ['lmnr.span.output'],
    fedBack: ['lmnr.span.input'],
  },
  argumentEnvelopes: [argsAndKwargs],
  resultEnvelopes: [quotedText, textBlocks],
  toolFromName: /^(.+)$/,
  agentFromName: /^(.+)$/,
};
