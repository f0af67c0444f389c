import { readChat } from './read-chat.ts';
import { readPlain } from './read-plain.ts';
import { RecordError, type RecordedRun } from './run.ts';

/** Reads one run of a form that is no telemetry; throws a RecordError where nothing was answered or called in it. */
export function readRun(form: 'plain' | 'chat', value: unknown): RecordedRun {
  const text = JSON.stringify(value);
  const run = form === 'plain' ? readPlain(value, text) : readChat(value, text);
  if (run.turns.length === 0) throw new RecordError('no answer of an assistant');
  return run;
}
