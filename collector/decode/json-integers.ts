import { endOfString } from './raw-json.ts';

/** A number of 16 and more digits, which a double may not hold. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
const MAYBE_LONG_INTEGER = /[[:,\s]-?\d{16}/;

/**
 * Puts quotes around the integers of 16 and more digits that stand outside of strings, so that JSON.parse keeps their
 * digits. OTLP reads decimal strings and numbers alike. Text without any is returned as it is.
 */
export function quoteLongIntegers(json: string): string {
  if (!MAYBE_LONG_INTEGER.test(json)) return json;
  const parts: string[] = [];
  let from = 0;
  while (from < json.length) {
    const quote = json.indexOf('"', from);
    const end = quote === -1 ? json.length : quote;
    parts.push(json.slice(from, end).replace(LONG_INTEGER, '"$&"'));
    if (quote === -1) break;
    const close = endOfString(json, quote);
    parts.push(json.slice(quote, close));
    from = close;
  }
  return parts.join('');
}
