import type { Span } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';

/** What the agent did for one request of its user. */
export interface Turn {
  id: string;
  sessionId: string;
  /** The outermost agent span; null where none has come. */
  root: Span | null;
  /** In order of time. */
  calls: ToolCall[];
  models: ModelCall[];
}
