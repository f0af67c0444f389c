import type { Rejection, WireValue } from '../decode/wire-span.ts';
import type { Limits } from '../limits.ts';
import type { CanonicalSpan, ToolUse } from '../normalise/canonical-span.ts';
import { createDeepMask } from './mask-deep.ts';
import { createTag, createTextMask, type TextMask } from './mask-text.ts';
import type { MaskingRules } from './masking-config.ts';

export interface Masking {
  rules: MaskingRules;
  /** Of this installation: decides what stands for a secret. */
  key: Uint8Array;
}

export interface Mask {
  span(span: CanonicalSpan): CanonicalSpan;
  rejection(rejection: Rejection): Rejection;
  text: TextMask;
}

/** Of an attribute that is cut at rest no more is read than could reach beyond the cut. */
const OVERLAP_CHARS = 4_096;

/** Takes the secrets out of everything that a span says: whatever text it holds, however deep, in names and in values. */
export function createMask({ rules, key }: Masking, { maxAttributeChars }: Limits): Mask {
  const tag = createTag(key);
  const text = createTextMask(rules, tag);
  const deep = createDeepMask(rules, { text, tag });
  return {
    span(span) {
      const rest = cutRest(span.rest, maxAttributeChars + OVERLAP_CHARS);
      const masked = deep(rest === span.rest ? span : { ...span, rest }, NOT_SAID);
      const tool = span.tool && deep(span.tool, NOT_SAID_OF_TOOLS);
      return tool === span.tool ? masked : { ...masked, tool };
    },
    rejection: (rejection) => ({
      ...rejection,
      detail: text(rejection.detail),
      sample: text(rejection.sample),
      resource: deep(rejection.resource),
    }),
    text,
  };
}

/** Ids and our own words, which hold no secret; the tool is masked apart. */
const NOT_SAID: ReadonlySet<string> = new Set<keyof CanonicalSpan>([
  'traceId',
  'spanId',
  'parentSpanId',
  'dialect',
  'kind',
  'kindRule',
  'status',
  'tool',
]);
/** Signatures and fingerprints, which the sender made. */
const NOT_SAID_OF_TOOLS: ReadonlySet<string> = new Set<keyof ToolUse>(['tags']);

type Attributes = CanonicalSpan['rest'];

function cutRest(rest: Attributes, longest: number): Attributes {
  const isLong = (value: WireValue): value is string =>
    typeof value === 'string' && value.length > longest;
  if (!rest.values().some(isLong)) return rest;
  const cut = (value: WireValue): WireValue => (isLong(value) ? value.slice(0, longest) : value);
  return new Map(rest.entries().map(([name, value]) => [name, cut(value)]));
}
