import type { ErrorClass } from '@loopscope/signature';

import type { CallContent } from './tool-call.ts';

const CLASSES: Readonly<Record<ErrorClass, true>> = {
  timeout: true,
  connection: true,
  rate_limited: true,
  server_error: true,
  validation: true,
  not_found: true,
  permission: true,
  conflict: true,
  precondition: true,
  unknown_tool: true,
  denied: true,
  unknown: true,
};

/** Class of a failed call; null where it has not failed. A class of a newer release counts as unknown. */
export function errorClassOf(
  content: Pick<CallContent, 'outcome' | 'error_class'>,
): ErrorClass | null {
  if (content.outcome !== 'error') return null;
  return isErrorClass(content.error_class) ? content.error_class : 'unknown';
}

function isErrorClass(text: string): text is ErrorClass {
  return Object.hasOwn(CLASSES, text);
}
