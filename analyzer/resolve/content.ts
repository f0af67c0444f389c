import type { ToolCallRow } from '@loopscope/sql';

/** What one tool call was and what came of it, in the words of its row. */
export type CallContent = Pick<
  ToolCallRow,
  | 'tool'
  | 'tool_kind'
  | 'call_id'
  | 'args_known'
  | 'signature'
  | 'identity'
  | 'identity_fields'
  | 'effect'
  | 'outcome'
  | 'error_class'
  | 'error_template'
  | 'result_kind'
  | 'result_fingerprint'
  | 'result_size'
> & { result_known: 0 | 1 };
