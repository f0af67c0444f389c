/** What a text masks: the name that stands for it and the pattern. */
type Mask = readonly [name: string, source: string];

const raw = String.raw;
const INSTANT = raw`\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?Z\b|\s?UTC\b|[+-]\d{2}:?\d{2}\b)?`;
const LENGTH = raw`\d{1,20}(?:[.,]\d{1,20})?\s?(?:ms|milliseconds?|µs|us|ns|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b`;

/** Named in the text itself as time, duration or id of the exchange. Repetitions are bounded, so that matching stays linear. */
const LABELLED: readonly Mask[] = [
  [
    'id',
    raw`\b(?:[Rr]equest|[Rr]eq|[Tt]race|[Cc]orrelation|[Ii]nvocation)[ _-]?[Ii][Dd]\b["']?\s?[:=]?\s?["']?[0-9A-Za-z_.-]{4,128}`,
  ],
  [
    'time',
    raw`\b(?:[Tt]imestamp|[Gg]enerated at|[Ff]etched at|[Rr]etrieved at|[Aa]s of|[Cc]urrent time|[Ss]erver time)\b["']?\s?(?:is|:|=)?\s?["']?(?:${INSTANT}|\d{10,19}\b|\d{1,2}:\d{2}(?::\d{2})?)`,
  ],
  [
    'duration',
    raw`\b(?:[Tt]ook|[Ee]lapsed|[Dd]uration|[Ll]atency|[Tt]ime taken|(?:[Cc]ompleted|[Ff]inished|[Ee]xecuted|[Rr]an|[Dd]one|[Pp]assed|[Ff]ailed|[Bb]uilt|[Cc]ompiled)\b[^\n.]{0,30} in)\s?[:=]?\s?(?:${LENGTH})`,
  ],
  ['address', raw` at 0x[0-9a-fA-F]{4,16}\b`],
];

/** Differ from call to call without meaning anything in a message of failure. */
const VOLATILE: readonly Mask[] = [
  ...LABELLED,
  ['uuid', raw`\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b`],
  ['time', raw`\b${INSTANT}`],
  ['time', raw`\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\b`],
  ['duration', raw`\b${LENGTH}`],
  [
    'id',
    raw`\b(?:req|request|trace|span|corr|msg|message|call|run|resp|chatcmpl)[_-](?=[A-Za-z_-]{0,64}\d)[0-9A-Za-z_-]{4,128}\b`,
  ],
  ['hex', raw`\b0x[0-9a-fA-F]{1,64}\b`],
  ['hex', raw`\b(?=[a-fA-F]{0,32}\d)(?=\d{0,32}[a-fA-F])[0-9a-fA-F]{8,128}\b`],
  ['attempt', raw`\b(?:[Aa]ttempt|[Rr]etry|[Tt]ry)\s?#?:?\s?\d{1,6}(?:\s?(?:of|/)\s?\d{1,6})?\b`],
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
  [
    'path',
    raw`(?<![\w<>])(?:~|\.{1,2}|[A-Za-z]:)?[\/\\][\w.@+-]{1,100}(?:[\/\\][\w.@+-]{1,100}){0,40}[\/\\]?`,
  ],
  ['path', raw`\b[\w.@+-]{1,100}(?:\/[\w.@+-]{1,100}){1,40}\.\w{1,8}\b`],
  ['time', raw`\b\d{4}-\d{2}-\d{2}\b`],
  ['id', raw`\b(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9]{1,64}(?:[_-][A-Za-z0-9]{1,64}){1,8}\b`],
  ['id', raw`\b(?=[A-Za-z]{1,64}\d)[A-Za-z0-9]{3,64}\b`],
  ['n', raw`(?<![\w.])[+-]?\d{1,64}(?:[.,]\d{1,64}){0,20}`],
];

export type Masking = (text: string) => string;

/** Masks what a text itself calls time, duration or request id. */
export const maskLabelled: Masking = whereDigits(maskingOf(LABELLED));
/** Masks what is volatile in a message of failure: two that differ only in time, duration or request id become one. */
export const maskVolatile: Masking = whereDigits(maskingOf(VOLATILE));
/** Masks what is specific too: ids, numbers, quotes, paths. */
export const maskSpecific: Masking = maskingOf([...VOLATILE, ...SPECIFIC]);

/** All masks in one pass: the first of the list that matches at a place wins. */
function maskingOf(masks: readonly Mask[]): Masking {
  const names = masks.map(([name]) => `<${name}>`);
  const pattern = new RegExp(masks.map(([, source]) => `(${source})`).join('|'), 'g');
  return (text) =>
    text.replace(pattern, (_, ...groups: unknown[]) => names[groups.findIndex(isMatched)] ?? '');
}

function isMatched(group: unknown): boolean {
  return group !== undefined;
}

/** What differs from call to call has a digit: most texts are spared the search. */
function whereDigits(mask: Masking): Masking {
  return (text) => (/\d/.test(text) ? mask(text) : text);
}
