export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** The configuration file whose rules and receivers are in force. */
export interface FileInForce {
  /** Absolute; where it is looked for. */
  path: string;
  /** Names its text; null where there is no file, and what holds is what the product brings along. */
  fingerprint: string | null;
  sinceMs: number;
  /** Whether it is the file as it is now; one that cannot be taken changes nothing. */
  isCurrent: boolean;
}
