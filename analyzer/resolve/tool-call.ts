import type { SpanMessages, ToolCallRow } from '@loopscope/sql';

import type { CallContent } from './content.ts';
import type { Interval, Span } from './span.ts';

/** Something that several instrumentations may have seen: one span stands for it, the others are folded into it. */
export interface Sighting extends Interval {
  span: Span;
  layers: Span[];
}

/** One call the agent made. */
export interface ToolCall extends Sighting {
  /** `call_index` of its row: 0 for a span, else the position in the messages of `span`. */
  index: number;
  source: ToolCallRow['source'];
  content: CallContent;
  /** Texts as the model wrote and read them; null where no message shows them. */
  heard: { args: string | null; result: string | null };
  /** The model call that asked for it, as far as one is known. */
  asker: ModelCall | null;
  /** Where in that model's answer; `Infinity` where no message tells. */
  position: number;
}

/** One call of a model, counted once. */
export interface ModelCall extends Sighting {
  model: string;
  finishReason: string;
  /** Null where the sender counts no tokens. */
  usage: Usage | null;
  /** Null where the sender shows no messages. */
  messages: SpanMessages | null;
  /** Index among the model calls of its turn. */
  place: number;
}

export interface Usage {
  input: number;
  output: number;
  /** Part of `input`. */
  cachedInput: number;
}
