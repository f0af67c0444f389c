/** What a text masks: the name that stands for it and the pattern. */
type Mask = readonly [name: string, source: string];

const raw = String.raw;

/** Differ from call to call without meaning anything. Repetitions are bounded, so that matching stays linear. */
const VOLATILE: readonly Mask[] = [
  ['uuid', raw`\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b`],
  [
    'time',
    raw`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?Z\b|\s?UTC\b|[+-]\d{2}:?\d{2}\b)?`,
  ],
  ['time', raw`\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\b`],
  [
    'duration',
    raw`\b\d{1,20}(?:[.,]\d{1,20})?\s?(?:ms|milliseconds?|µs|us|ns|s|secs?|seconds?|mins?|minutes?|hours?)\b`,
  ],
  [
    'id',
    raw`\b(?:req|request|trace|span|correlation|msg|message|call|run|chatcmpl)[_-][0-9A-Za-z_-]{4,128}\b`,
  ],
  ['hex', raw`\b0x[0-9a-fA-F]{1,64}\b`],
  ['hex', raw`\b(?=[a-fA-F]{0,32}\d)(?=\d{0,32}[a-fA-F])[0-9a-fA-F]{8,128}\b`],
  ['n', raw`\b\d{9,64}\b`],
];

/** Differ with the arguments: what is left is the kind of message. */
const SPECIFIC: readonly Mask[] = [
  ['q', raw`"[^"\n]{0,400}"`],
  ['q', raw`(?<!\w)'[^'\n]{0,400}'(?!\w)`],
  ['q', '`[^`\\n]{0,400}`'],
  ['q', raw`[“‘«][^“”‘’«»\n]{0,400}[”’»]`],
  ['url', raw`\b[a-z][a-z+.-]{1,11}:\/\/[^\s"'<>)\]]{1,400}`],
  ['email', raw`\b[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,64}`],
  ['path', raw`(?<![\w<])(?:~|\.{1,2}|[A-Za-z]:)?[\/\\](?:[\w.@+-]{1,100}[\/\\]?){1,40}`],
  ['time', raw`\b\d{4}-\d{2}-\d{2}\b`],
  ['id', raw`\b(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9]{1,64}(?:[_-][A-Za-z0-9]{1,64}){1,8}\b`],
  ['id', raw`\b(?=[A-Za-z]{1,64}\d)[A-Za-z0-9]{3,64}\b`],
  ['n', raw`[+-]?\b\d{1,64}(?:[.,]\d{1,64})*`],
];

export type Masking = (text: string) => string;

/** Masks what is volatile: two texts that differ only in time, duration or request id become one. */
export const maskVolatile: Masking = maskingOf(VOLATILE);
/** Masks what is specific too: ids, numbers, quotes, paths. */
export const maskSpecific: Masking = maskingOf([...VOLATILE, ...SPECIFIC]);

/** All masks in one pass: the first of the list that matches at a place wins. */
function maskingOf(masks: readonly Mask[]): Masking {
  const pattern = new RegExp(masks.map(([, source]) => `(${source})`).join('|'), 'g');
  return (text) =>
    text.replace(pattern, (...groups: unknown[]) => {
      const at = masks.findIndex((_, mask) => groups[mask + 1] !== undefined);
      return `<${masks[at]?.[0] ?? 'n'}>`;
    });
}
