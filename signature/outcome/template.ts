import { maskSpecific } from '../result/mask.ts';

/** What stands behind this says nothing new about the kind of fault. */
const MAX_MESSAGE = 2_000;
const MAX_TEMPLATE = 300;

/** The message with ids, numbers, quotes, paths and times masked, in one line of at most 300 characters. */
export function errorTemplate(message: string): string {
  const line = message.slice(0, MAX_MESSAGE).replaceAll(/\s+/g, ' ').trim();
  return maskSpecific(line).slice(0, MAX_TEMPLATE);
}
