import { InvalidArgumentError, Option } from 'commander';

import type { ApiAddress } from './ask-api.ts';

/** Which Loopscope a command asks. */
export interface ApiFlags {
  url?: string;
  key?: string;
}

export const apiUrl = () =>
  new Option(
    '--url <url>',
    'address of a running Loopscope (default: the store of the configuration, or who holds it)',
  ).argParser((text: string) => {
    if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
      throw new InvalidArgumentError('Give an address such as http://127.0.0.1:4319.');
    }
    return new URL(text).origin;
  });
export const apiKey = () => new Option('--key <key>', 'its API key');

export function apiOf(flags: ApiFlags): ApiAddress | null {
  return flags.url === undefined ? null : { url: flags.url, key: flags.key ?? '' };
}
