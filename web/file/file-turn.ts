/** Turns of a file that somebody dropped on the page: their ids say that they are not stored. */

const PREFIX = 'file:';

/** `at`: place of the turn in the file's answer, from 0. */
export function fileTurnId(name: string, at: number): string {
  return at === 0 ? `${PREFIX}${name}` : `${PREFIX}${name}#${at + 1}`;
}

export function isFileTurn(turnId: string): boolean {
  return turnId.startsWith(PREFIX);
}
