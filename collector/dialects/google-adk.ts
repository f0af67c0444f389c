import type { Dialect, FieldValues } from './dialect.ts';
import { onlyMember } from './envelopes.ts';
import { OPERATIONS } from './genai.ts';

const SCOPE = /^gcp\.vertex\.agent$/;

/** Google's Agent Development Kit. A span of a failed tool may have no attribute at all. */
export const googleAdk: Dialect = {
  name: 'google-adk',
  kinds: [{ attribute: 'gen_ai.operation.name', values: OPERATIONS, scope: SCOPE }],
  names: [
    { name: /^execute_tool \(merged\)/, scope: SCOPE, kind: 'other' },
    { name: /^execute_tool /, scope: SCOPE, kind: 'tool' },
    { name: /^call_llm$/, scope: SCOPE, kind: 'model' },
    { name: /^(invocation$|agent_run \[)/, scope: SCOPE, kind: 'agent' },
  ],
  fields: {
    session: ['gcp.vertex.agent.session_id'],
    user: ['gcp.vertex.agent.user_id'],
    model: [{ attribute: 'gcp.vertex.agent.llm_request', member: 'model' }],
  },
  ownFields: {
    args: ['gcp.vertex.agent.tool_call_args', 'gen_ai.tool.call.arguments'],
    result: ['gcp.vertex.agent.tool_response', 'gen_ai.tool.call.result'],
    asked: ['gcp.vertex.agent.llm_response'],
    fedBack: [{ attribute: 'gcp.vertex.agent.llm_request', member: 'contents' }],
    cachedInputTokens: [
      {
        attribute: 'gcp.vertex.agent.llm_response',
        member: 'usageMetadata.cachedContentTokenCount',
      },
      {
        attribute: 'gcp.vertex.agent.llm_response',
        member: 'usage_metadata.cached_content_token_count',
      },
    ],
  },
  notTools: [{ attribute: 'gen_ai.tool.name', values: ['(merged tools)'] }],
  resultEnvelopes: [onlyMember('result'), onlyMember('results')],
  isContentOff,
  outputFunctions: ['set_model_response'],
  // Before 2.0.
  agentFromName: /^agent_run \[(.+)\]$/,
};

/** With content capture off both are an empty object. */
function isContentOff({ args, result }: FieldValues): boolean {
  return args === '{}' && result === '{}';
}
