import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { backtest, type Backtest } from '@loopscope/api/contract';
import { parse } from 'yaml';
import { z } from 'zod';

import { withApi, type ApiAddress } from '../ask-api.ts';
import { ConfigError, loadConfig } from '../config.ts';
import type { Ceiling, ConfigFile } from '../config/file-schema.ts';
import { readConfigText } from '../config/read-file.ts';
import { EXIT } from '../exit-codes.ts';
import { CliError } from '../failure.ts';
import { toTable } from '../text-table.ts';

export interface BacktestCommand {
  /** Filters of the API: from, to, agent, model, tool, version, session. */
  filters: Readonly<Record<string, string>>;
  json: boolean;
  api: ApiAddress | null;
}

/** `backtest`: stored turns under changed declarations, exemptions and caps. Throws a CliError or a ConfigError where it cannot run. */
export async function runBacktest(path: string, command: BacktestCommand): Promise<void> {
  const config = loadConfig();
  const { file, hasCap } = readRules(path);
  const capBefore = capOf(config.ceilings.get('attempts_per_key'));
  const body = {
    tools: file.tools,
    cap_before: capBefore,
    cap_after: hasCap ? capOf(file.ceilings.attempts_per_key) : capBefore,
  };
  const query = new URLSearchParams(command.filters).toString();
  const text = await withApi(config, command.api, (ask) => ask(`/api/v1/backtest?${query}`, body));
  const result = backtest.parse(JSON.parse(text));
  process.stdout.write(command.json ? `${JSON.stringify(result)}\n` : describe(result));
  process.exitCode = isChanged(result) ? EXIT.found : EXIT.clean;
}

/** The same keys as loopscope.yaml; prices and alerts are not looked at. */
function readRules(path: string): { file: ConfigFile; hasCap: boolean } {
  const text = readText(path);
  const { values, problems } = readConfigText(basename(path), text);
  if (values === null) throw new ConfigError(problems);
  const raw = z
    .looseObject({ ceilings: z.looseObject({}).nullish() })
    .nullish()
    .parse(parse(text));
  const hasCap = raw?.ceilings?.['attempts_per_key'] !== undefined;
  if (!hasCap && Object.keys(values.tools).length === 0) {
    throw new CliError(`${path}: changes nothing: give tools, or ceilings.attempts_per_key`);
  }
  return { file: values, hasCap };
}

function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(`${path}: ${isAbsent ? 'there is no such file' : reason}`, { cause: error });
  }
}

const MOST_CAP = 10;

/** A raised ceiling counts as raised: it is what holds today. */
function capOf(ceiling: Ceiling | undefined): number {
  const cap = typeof ceiling === 'object' ? (ceiling.raised_to ?? ceiling.value) : (ceiling ?? 2);
  return Math.min(cap, MOST_CAP);
}

function isChanged({ added, removed, caps }: Backtest): boolean {
  return added.length > 0 || removed.length > 0 || caps.before.turns_cut !== caps.after.turns_cut;
}

/** Incidents of each list that are printed one by one. */
const MOST_PRINTED = 50;

function describe(result: Backtest): string {
  const { turns, affected_turns: affected, added, removed, kept, caps } = result;
  const cap = (effect: Backtest['caps']['before']) =>
    `cap ${effect.cap} ends ${effect.turns_cut} turns (${effect.healthy_turns_cut} healthy) and saves ${effect.calls} calls, ${(effect.ms / 1000).toFixed(0)} s, $${effect.usd.toFixed(2)}`;
  return [
    ...listOf('Added', added),
    ...listOf('Removed', removed),
    `${turns} turns replayed, ${affected} affected: ${added.length} incidents added, ${removed.length} removed, ${kept} kept`,
    `now:   ${cap(caps.before)}`,
    `then:  ${cap(caps.after)}`,
    '',
  ].join('\n');
}

function listOf(title: string, incidents: Backtest['added']): string[] {
  if (incidents.length === 0) return [];
  const rows = incidents
    .slice(0, MOST_PRINTED)
    .map(({ severity, kind, calls, turn_id: turn, summary }) => [
      severity,
      kind,
      `${calls} calls`,
      turn,
      summary,
    ]);
  const rest = incidents.length - rows.length;
  return [title, toTable(rows), ...(rest > 0 ? [`and ${rest} more`] : []), ''];
}
