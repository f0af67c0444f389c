import { StoreError } from '@loopscope/sql';

import { ConfigError } from './config.ts';

/** Something that the person at the command line can put right; the message says how. Exit code 2. */
export class CliError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
  }
}

/** What a listening role is called, and how its port is chosen. */
export interface Listening {
  what: string;
  port: number;
  host: string;
  variable: string;
}

/** Turns a failed listen into a sentence that names the port and the way out. */
export function listenFailure(error: unknown, { what, port, host, variable }: Listening): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const options = { cause: error };
  if (code === 'EADDRINUSE') {
    return new CliError(
      `Port ${port} for ${what} is already in use: stop what listens there, or set ${variable} to another port (0 picks a free one).`,
      options,
    );
  }
  if (code === 'EACCES') {
    return new CliError(
      `Port ${port} for ${what} may not be opened by this user: set ${variable} to a port above 1023.`,
      options,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new CliError(
      `${what} cannot listen on ${host}: this machine has no such address. Set LOOPSCOPE_HOST.`,
      options,
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** The sentences for a failure that has a known way out; null for a fault of ours. */
export function explainFailure(error: unknown): string[] | null {
  if (error instanceof ConfigError) return [...error.problems];
  if (error instanceof CliError || error instanceof StoreError) return [error.message];
  return null;
}
