import type { Dialect } from './dialect.ts';

const SCOPE = /^litellm/;

/** LiteLLM's own callback: one span for the request, messages flattened, calls of the answer as functions side by side. */
export const litellm: Dialect = {
  name: 'litellm',
  kinds: [
    { attribute: 'llm.request.type', values: { completion: 'model', chat: 'model' }, scope: SCOPE },
  ],
  names: [
    { name: /^litellm_request$/, kind: 'model' },
    // What the provider was sent and answered, below the request.
    { name: /^raw_gen_ai_request$/, kind: 'other' },
    {
      name: /^(Received Proxy Server Request|self|proxy_pre_call|auth|router|redis)$/,
      scope: SCOPE,
      kind: 'other',
    },
  ],
  flattened: { asked: ['gen_ai.completion.'], fedBack: ['gen_ai.prompt.'] },
  ownFields: {
    session: ['metadata.session_id', 'metadata.litellm_session_id'],
    user: ['llm.user', 'metadata.user_api_key_end_user_id'],
  },
};
