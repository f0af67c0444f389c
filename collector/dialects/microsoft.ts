import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, Layer, SpanKind } from './dialect.ts';
import { mcpResult, quotedText, textBlocks } from './envelopes.ts';
import { OPERATIONS } from './genai.ts';

const SCOPE =
  /^(agent_framework|autogen-core$|semantic_kernel|Microsoft\.SemanticKernel|Experimental\.Microsoft\.)/;

/** Agent Framework, Microsoft.Extensions.AI, Semantic Kernel and AutoGen: GenAI names, and MCP's on the framework's own span. */
export const microsoft: Dialect = {
  name: 'microsoft',
  kinds: [{ attribute: 'gen_ai.operation.name', values: OPERATIONS, scope: SCOPE }],
  names: [{ name: /^orchestrate_tools/, scope: SCOPE, kind: 'step' }],
  resultEnvelopes: [quotedText, mcpResult, textBlocks],
  serviceVersionIsFrameworks: true,
  agentFromName: /^invoke_agent (.+?)(?:\([^)]*\))?$/,
  layer: layerOf,
};

function layerOf({ name }: WireSpan, kind: SpanKind): Layer {
  if (kind !== 'tool') return '';
  return name.startsWith('tools/call ') ? 'protocol' : 'framework';
}
