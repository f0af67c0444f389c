import type { Dialect } from './dialect.ts';
import { mcpResult, quotedText, textBlocks } from './envelopes.ts';

/** Quarkus LangChain4j: the name of a span tells, and newer versions write GenAI attributes beside it. */
export const langchain4j: Dialect = {
  name: 'langchain4j',
  names: [
    { name: /^langchain4j\.tools\./, kind: 'tool' },
    { name: /^langchain4j\.aiservices\./, kind: 'agent' },
  ],
  resultEnvelopes: [quotedText, mcpResult, textBlocks],
  toolFromName: /^langchain4j\.tools\.(.+)$/,
  agentFromName: /^langchain4j\.aiservices\.(.+?)(?:\.[^.]+)?$/,
};
