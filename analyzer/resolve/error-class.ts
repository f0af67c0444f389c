import { isErrorClass, type ErrorClass } from '@loopscope/signature';

import type { CallContent } from './content.ts';

/** Class of a failed call; null where it has not failed. A class of a newer release counts as unknown. */
export function errorClassOf(
  content: Pick<CallContent, 'outcome' | 'error_class'>,
): ErrorClass | null {
  if (content.outcome !== 'error') return null;
  return isErrorClass(content.error_class) ? content.error_class : 'unknown';
}
