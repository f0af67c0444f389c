import { RE2JS } from 're2js';
import type { MaskingPattern } from './masking-config.ts';
import type { Finder, Secret } from './secret.ts';

/** The user's own patterns, on an engine that takes time in proportion to the text whatever the pattern is. */
export function createPatternFinders(patterns: readonly MaskingPattern[]): Finder[] {
  return patterns.map(({ name, regex }) => {
    const pattern = RE2JS.compile(regex);
    return (text) => {
      const found: Secret[] = [];
      const matcher = pattern.matcher(text);
      while (matcher.find()) {
        const [start, end] = [matcher.start(), matcher.end()];
        if (end > start) found.push({ kind: name, start, end });
      }
      return found;
    };
  });
}
