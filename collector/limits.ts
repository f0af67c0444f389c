/** What one request, one span and one value may cost. Everything beyond is cut and marked, or refused. */
export interface Limits {
  /** Bytes of a request body, before and after decompression. */
  maxBodyBytes: number;
  maxAttributes: number;
  maxEvents: number;
  /** Nesting of one attribute value; deeper parts are replaced by their digest. */
  maxDepth: number;
  /** Characters of an argument or result text at rest. */
  maxTextChars: number;
  /** Characters of one remaining attribute, and of all of them together. */
  maxAttributeChars: number;
  maxAttributesChars: number;
  maxEventsChars: number;
  /** Characters of an id, a name or a message column. */
  maxNameChars: number;
  maxMessageChars: number;
  /** Characters of one call's or result's text inside the `messages` column. */
  maxMessagePartChars: number;
  /** Tool calls and results kept of one model span. */
  maxMessageParts: number;
}

export const DEFAULT_LIMITS: Limits = {
  // The default the OTLP specification recommends.
  maxBodyBytes: 64 * 1024 * 1024,
  maxAttributes: 2_000,
  maxEvents: 500,
  maxDepth: 64,
  maxTextChars: 256 * 1024,
  maxAttributeChars: 8 * 1024,
  maxAttributesChars: 64 * 1024,
  maxEventsChars: 64 * 1024,
  maxNameChars: 512,
  maxMessageChars: 8 * 1024,
  maxMessagePartChars: 32 * 1024,
  maxMessageParts: 200,
};
