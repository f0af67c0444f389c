import type { AlertRule } from '../rule/rule.ts';
import { firstAfter, isOf, type ReadAt, type Seen } from './looks.ts';
import type { ReplayLoop, ReplayTurn, Stored } from './stored.ts';

/** What is known of one version of an agent, in the order in which it ended. */
interface Version {
  version: string;
  /** When its first turn became known, and when the first of them began. */
  firstMs: number;
  begunAt: string;
  turns: readonly ReplayTurn[];
  loops: ReadonlyMap<string, readonly ReplayLoop[]>;
}

/** Of each agent's latest version at a moment: its loops by kind, beside those of the versions before. */
export function readReleases(rule: AlertRule, stored: Stored): ReadAt {
  // The live rule has no filter by version: it is about the latest.
  const { version: _version, tool: tools, ...match } = rule.match;
  const unversioned = { ...rule, match };
  const turns = stored.turns.filter((turn) => turn.agent_version !== '' && isOf(unversioned, turn));
  const loops = stored.loops.filter(
    (loop) => isOf(unversioned, loop) && (tools?.includes(loop.tool) ?? true),
  );
  const loopsOf = Map.groupBy(loops, (loop) => keyOf(loop.agent_name, loop.agent_version));
  const agents = [...Map.groupBy(turns, (turn) => turn.agent_name)].map(
    ([agent, own]): [string, Version[]] => [agent, versionsOf(agent, own, loopsOf)],
  );
  return (untilMs) => agents.flatMap(([agent, versions]) => seeAgent(agent, versions, untilMs));
}

const keyOf = (agent: string, version: string): string => JSON.stringify([agent, version]);

function versionsOf(
  agent: string,
  turns: readonly ReplayTurn[],
  loopsOf: ReadonlyMap<string, readonly ReplayLoop[]>,
): Version[] {
  const versions = [...Map.groupBy(turns, (turn) => turn.agent_version)].map(([version, own]) => ({
    version,
    firstMs: own[0]?.at_ms ?? 0,
    // As the store does it: the latest version is the one that was begun last, and texts are in the order of their codes.
    begunAt: own.map(({ started_at: at }) => at).reduce((a, b) => (b < a ? b : a)),
    turns: own,
    loops: Map.groupBy(loopsOf.get(keyOf(agent, version)) ?? [], ({ kind }) => kind),
  }));
  return versions.toSorted((a, b) =>
    (a.begunAt === b.begunAt ? a.version < b.version : a.begunAt < b.begunAt) ? -1 : 1,
  );
}

function seeAgent(agent: string, versions: readonly Version[], untilMs: number): Seen[] {
  const begun = versions.filter(({ firstMs }) => firstMs <= untilMs);
  const latest = begun.at(-1);
  if (latest === undefined || begun.length < 2) return [];
  const earlier = begun.slice(0, -1);
  const count = (rows: readonly { at_ms: number }[]): number => firstAfter(rows, untilMs);
  const earlierTurns = earlier.reduce((total, { turns }) => total + count(turns), 0);
  return [...latest.loops].flatMap(([kind, loops]): Seen[] => {
    const known = count(loops);
    const last = loops[known - 1];
    if (last === undefined) return [];
    return [
      {
        id: `${agent} ${latest.version} ${kind}`,
        agent,
        agentVersion: latest.version,
        tool: last.tool,
        tools: [last.tool],
        sessionId: last.session_id,
        turnId: last.turn_id,
        loopKinds: [kind],
        facts: {
          loops: known,
          earlier_loops: earlier.reduce(
            (total, version) => total + count(version.loops.get(kind) ?? []),
            0,
          ),
          turns: count(latest.turns),
          earlier_turns: earlierTurns,
          earlier_versions: earlier.length,
        },
      },
    ];
  });
}
