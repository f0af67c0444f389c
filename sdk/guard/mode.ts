export const MODES = ['observe', 'nudge', 'block', 'terminate'] as const;

/**
 * `observe` records what would have happened, `nudge` appends notes, `block` answers with the terminal result and takes the tools away,
 * `terminate` ends the run as well.
 */
export type Mode = (typeof MODES)[number];
