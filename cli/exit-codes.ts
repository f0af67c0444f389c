/** What every command ends with. */
export const EXIT = {
  /** Done; nothing found. */
  clean: 0,
  /** Something was found. */
  found: 1,
  couldNotRun: 2,
} as const;
