/** The timeline is this many columns wide, whatever the turn's length: the drawing stays small. */
export const COLUMNS = 1000;
