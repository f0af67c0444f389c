/** Which top-level folder may import which, through its door. The one list; `test/import-rules.test.ts` reads it. */
export const IMPORT_RULES: Readonly<Record<string, readonly string[]>> = {
  signature: [],
  loops: ['signature'],
  sdk: ['signature', 'loops'],
  sql: [],
  collector: ['signature', 'sql'],
  analyzer: ['signature', 'loops', 'sql'],
  api: ['sql', 'loops', 'analyzer'],
  alerts: ['sql'],
  web: ['api/contract'],
  cli: ['signature', 'loops', 'sdk', 'sql', 'collector', 'analyzer', 'api', 'alerts', 'web/build'],
  test: ['*'],
  bench: ['*'],
  scripts: ['*'],
};

/** `api` is handed what judges anew, and needs only its types. */
export const TYPES_ONLY: readonly (readonly [from: string, to: string])[] = [
  ['api', 'loops'],
  ['api', 'analyzer'],
];
