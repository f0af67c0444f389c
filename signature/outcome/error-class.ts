/** Why a call failed. A timeout is an unknown outcome, never a failure. */
export type ErrorClass =
  | 'timeout'
  | 'connection'
  | 'rate_limited'
  | 'server_error'
  | 'validation'
  | 'not_found'
  | 'permission'
  | 'conflict'
  | 'precondition'
  | 'unknown_tool'
  | 'denied'
  | 'unknown';

/** Transport faults pass and belong into the executor; semantic ones need a different call. */
export type ErrorFamily = 'transport' | 'semantic' | 'denied' | 'unknown';

const FAMILIES: Readonly<Record<ErrorClass, ErrorFamily>> = {
  timeout: 'transport',
  connection: 'transport',
  rate_limited: 'transport',
  server_error: 'transport',
  validation: 'semantic',
  not_found: 'semantic',
  permission: 'semantic',
  conflict: 'semantic',
  precondition: 'semantic',
  unknown_tool: 'semantic',
  denied: 'denied',
  unknown: 'unknown',
};

export function errorFamily(errorClass: ErrorClass): ErrorFamily {
  return FAMILIES[errorClass];
}

export function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === 'string' && Object.hasOwn(FAMILIES, value);
}
