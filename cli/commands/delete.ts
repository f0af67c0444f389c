import { sessionDeletion } from '@loopscope/api/contract';

import { withApi, type ApiAddress } from '../ask-api.ts';
import { loadConfig } from '../config.ts';

export interface DeleteCommand {
  reason: string;
  by: string;
  json: boolean;
  api: ApiAddress | null;
}

/** `delete`: a session goes with all that was made of it. Throws a CliError where there is none. */
export async function runDelete(session: string, command: DeleteCommand): Promise<void> {
  const { reason, by, json, api } = command;
  const path = `/api/v1/sessions/${encodeURIComponent(session)}`;
  const text = await withApi(loadConfig(), api, (ask) => ask(path, { reason, by }, 'DELETE'));
  const done = sessionDeletion.parse(JSON.parse(text));
  const gone = `${done.turns} turns, ${done.spans} spans of ${done.traces} traces`;
  const sentence =
    done.state === 'done'
      ? `deleted ${session}: ${gone}; what of it comes later goes as well`
      : `${session} is being deleted (${gone}); GET /api/v1/deletions tells when it is done`;
  process.stdout.write(json ? `${JSON.stringify(done)}\n` : `${sentence}\n`);
}
