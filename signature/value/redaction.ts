const MARKS: ReadonlySet<string> = new Set([
  '__redacted__',
  '<redacted>',
  '[redacted]',
  'redacted',
  '***',
  '<not specified>',
]);
const LONGEST_MARK = 15;

/** Whether a content filter of the sender left only its mark. */
export function isRedacted(raw: unknown): boolean {
  return typeof raw === 'string' && raw.length <= LONGEST_MARK && MARKS.has(raw.toLowerCase());
}
