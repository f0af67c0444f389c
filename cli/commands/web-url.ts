import type { Config } from '../config.ts';

/** Where the UI of this configuration is found from this machine. */
export function webUrl({ host, httpPort }: Config): string {
  return `http://${reachable(host)}:${httpPort}`;
}

/** An address to connect to: one that stands for "all addresses" is this machine. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
