import type { Dialect } from './dialect.ts';
import { genai } from './genai.ts';
import { openinference } from './openinference.ts';

/** In order of trust: where a span carries the marks of several, the first one reads it. */
export const DIALECTS: readonly Dialect[] = [genai, openinference];
