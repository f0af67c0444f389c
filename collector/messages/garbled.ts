import { parseJson } from '../decode/parse-json.ts';
import type { AskedCall } from './message-parts.ts';

/**
 * A sender that reads a stream may write what it read together: arguments behind arguments, of one call twice or of
 * several calls under the first one's name. How many they were cannot be told, so none is given; the next input shows them.
 */
export function isGarbled({ arguments: args }: AskedCall): boolean {
  if (typeof args !== 'string' || !args.includes('}{')) return false;
  return parseJson(args) === undefined && isObjectsInARow(args);
}

/** Nothing but JSON objects that stand behind each other. */
function isObjectsInARow(text: string): boolean {
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') depth += 1;
    if (token !== '}') continue;
    depth -= 1;
    if (depth !== 0) continue;
    if (parseJson(text.slice(start, index + 1)) === undefined) return false;
    start = index + 1;
  }
  return start === text.length;
}
