import pino from 'pino';
import { z } from 'zod';

/** How every role reports: `@loopscope/collector` and the others take the same shape. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** Where log lines go; `isTerminal` decides between a line for people and a line of JSON. */
export interface LogStream {
  isTerminal: boolean;
  write(line: string): void;
}

/** Log lines on stderr: stdout belongs to what a command prints. */
export function createLog(stream: LogStream): Log {
  const write = stream.isTerminal
    ? (line: string) => stream.write(readableLine(line))
    : (line: string) => stream.write(line);
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  return (level, message, fields = {}) => logger[level](fields, message);
}

const logLine = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() });

/** `12:03:04 warn  store does not answer  code=store_unreachable` */
function readableLine(line: string): string {
  const { level, time, msg, ...fields } = logLine.parse(JSON.parse(line));
  const details = Object.entries(fields)
    .map(
      ([name, value]) => `  ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('');
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${msg}${details}\n`;
}
