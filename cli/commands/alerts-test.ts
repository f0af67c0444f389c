import { existsSync, readFileSync } from 'node:fs';

import { errorAnswer, preview as previewAnswer, type Preview } from '@loopscope/api/contract';

import { createAlerting } from '../alerting.ts';
import type { Config } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import { CliError } from '../failure.ts';
import { openMigratedStore } from '../open-store.ts';
import { openSession } from './serve.ts';
import { reachable } from './web-url.ts';

export interface AlertsTestCommand {
  sinceHours: number;
  clock: 'arrival' | 'data';
  json: boolean;
}

interface Asked {
  yaml?: string;
  name?: string;
  since_hours: number;
  clock: 'arrival' | 'data';
}

const SHOWN_INCIDENTS = 20;

/**
 * `alerts test`: what a rule would have done over stored data. Asks the running server where there is one, since the embedded
 * store is one process's alone. Exit code 1 where it would have fired.
 */
export async function runAlertsTest(rule: string, command: AlertsTestCommand): Promise<void> {
  const session = openSession([]);
  const isFile = /\.ya?ml$/.test(rule) && existsSync(rule);
  const asked: Asked = {
    ...(isFile ? { yaml: readFileSync(rule, 'utf8') } : { name: rule }),
    since_hours: command.sinceHours,
    clock: command.clock,
  };
  const preview = (await askServer(session.config, asked)) ?? (await askStore(session, asked));
  process.stdout.write(command.json ? `${JSON.stringify(preview)}\n` : describe(preview));
  process.exitCode = preview.fired > 0 ? EXIT.found : EXIT.clean;
}

/** Null where no server listens. */
async function askServer(config: Config, asked: Asked): Promise<Preview | null> {
  if (config.httpPort === 0) return null;
  const [key] = config.apiKeys;
  const url = `http://${reachable(config.host)}:${config.httpPort}/api/v1/rules/preview`;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'x-api-key': key }),
    },
    body: JSON.stringify(asked),
  }).catch(() => null);
  if (response === null || response.status === 404) return null;
  const answer: unknown = await response.json();
  const failure = errorAnswer.safeParse(answer);
  if (failure.success) throw new CliError(failure.data.error.message);
  return previewAnswer.parse(answer);
}

async function askStore(
  { config, log }: ReturnType<typeof openSession>,
  asked: Asked,
): Promise<Preview> {
  const store = await openMigratedStore(config.store, { log });
  try {
    const { port } = createAlerting({
      store,
      config,
      baseUrl: () => '',
      spooledSpans: () => null,
      now: Date.now,
      log,
    });
    const { yaml, name, since_hours: sinceHours, clock } = asked;
    const answer = await port.preview({ yaml, name, sinceHours, clock });
    if (typeof answer === 'string') throw new CliError(answer);
    return answer;
  } finally {
    await store.close();
  }
}

function describe(preview: Preview): string {
  const { rule, subjects, fired, messages, incidents, complete, from, notes } = preview;
  const hours = (preview.firing_seconds / 3_600).toFixed(1);
  const lines = [
    `${rule}: since ${from} it would have fired ${incidents.length} times for ${fired} of ${subjects} subjects, ${hours} h in all, and sent ${messages} messages`,
    ...notes,
    ...(complete ? [] : ['there is more data than could be looked at: the oldest is left out']),
    ...incidents
      .slice(0, SHOWN_INCIDENTS)
      .map(
        ({ from: start, to, subject, summary }) =>
          `${start}  ${lasted(start, to)}  ${subject}  ${summary}`,
      ),
  ];
  const rest = incidents.length - SHOWN_INCIDENTS;
  return `${[...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')}\n`;
}

function lasted(from: string, to: string | null): string {
  if (to === null) return 'fires still';
  return `${Math.round((Date.parse(to) - Date.parse(from)) / 60_000)} min`;
}
