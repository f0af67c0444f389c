/** Intents over all turns. */
export const SIGNATURES = {
  title: 'Signatures',
  explain: 'What agents tried, whatever the words: one row per tool and identity.',
  search: 'Search signatures',
  placeholder: 'tool, identity or hash',
  submit: 'Search',
  example: 'Latest arguments',
  exampleHelp: 'Of the newest call with this identity, as received.',
  noExample: 'not stored',
  wordings: 'Wordings',
  wordingsHelp: 'Distinct signatures of one identity: the same intent in other words.',
  results: 'Distinct results',
  identity: 'Identity',
  noneAdvice:
    'Widen the time range, or search for a part of the tool’s name or the beginning of a hash.',
  openTurns: (tool: string, attempts: number) =>
    `Turns that tried this with ${tool}, max attempts ${attempts}`,
} as const;
