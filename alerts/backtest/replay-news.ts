import type { AlertRule } from '../rule/rule.ts';
import { isAbout } from '../watch/match.ts';
import { turnSubject, withLoops, type LoopCount, type Subject } from '../watch/subject.ts';
import type { ReplayCall, ReplayLoop, ReplayTurn, Stored } from './stored.ts';
import { createTotals } from './totals.ts';

/** What a rule sees of one subject, at one moment after the other. */
export interface Course {
  looks: { atMs: number; subject: Subject }[];
}

/** From so many of its calls on a loop is known. */
const KNOWN_CALLS = 3;

/** Sessions or turns as they grew, call by call. */
export function coursesOf(rule: AlertRule, stored: Stored): Course[] {
  const isTurn = rule.scope === 'turn';
  const idOf = (of: { turn_id: string; session_id: string }): string =>
    isTurn ? of.turn_id : of.session_id;
  const calls = Map.groupBy(stored.calls, idOf);
  const loops = Map.groupBy(stored.loops, idOf);
  const turns = Map.groupBy(stored.turns, idOf);
  return [...calls].flatMap(([id, ofSubject]) => {
    const course = followCalls(rule, { id, calls: ofSubject, loops: loops.get(id) ?? [] });
    const last = turns.get(id)?.at(-1);
    if (isTurn && last !== undefined) course.looks.push(lookAtEnd(last, loops.get(id) ?? []));
    course.looks.sort((a, b) => a.atMs - b.atMs);
    return course.looks.some(({ subject }) => isAbout(rule, subject)) ? [course] : [];
  });
}

interface Followed {
  id: string;
  calls: readonly ReplayCall[];
  loops: readonly ReplayLoop[];
}

function followCalls(rule: AlertRule, { id, calls, loops }: Followed): Course {
  const [first] = calls;
  if (first === undefined) return { looks: [] };
  const totals = createTotals(first.ended_ms - first.duration_ms);
  const reached = new Map<string, number>();
  const tools = new Set<string>();
  const looks = calls.flatMap((call, index): Course['looks'] => {
    totals.add(call);
    tools.add(call.tool);
    reached.set(call.turn_id, Math.max(reached.get(call.turn_id) ?? 0, call.seq));
    // What arrives at one moment is seen at once, as a look sees it.
    if (calls[index + 1]?.at_ms === call.at_ms) return [];
    const known = loops.filter((loop) => {
      const knownAt = loop.calls[Math.min(KNOWN_CALLS, loop.calls.length) - 1] ?? 0;
      return (reached.get(loop.turn_id) ?? -1) >= knownAt;
    });
    const subject: Subject = {
      scope: rule.scope,
      id,
      agent: call.agent_name,
      agentVersion: call.agent_version,
      model: call.model,
      environment: call.environment,
      tool: totals.mostAttempted(),
      tools: [...tools],
      sessionId: call.session_id,
      turnId: rule.scope === 'turn' ? call.turn_id : '',
      loopKinds: [...new Set(known.map(({ kind }) => kind))],
      facts: totals.facts(countLoops(known)),
      baseline: {},
      lastSeenMs: call.at_ms,
      arrival: '',
    };
    return [{ atMs: call.at_ms, subject }];
  });
  return { looks };
}

/** The turn as it stands in the end, with what no call shows. */
function lookAtEnd(turn: ReplayTurn, loops: readonly ReplayLoop[]): Course['looks'][number] {
  const subject = turnSubject(turn, { lastSeenMs: turn.at_ms, arrival: '' });
  return { atMs: turn.at_ms, subject: withLoops(subject, countLoops(loops)) };
}

const countLoops = (loops: readonly ReplayLoop[]): LoopCount[] =>
  loops.map(({ kind, severity }) => ({ kind, severity, loops: 1 }));
