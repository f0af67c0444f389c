import type { AlertRule } from '../rule/rule.ts';
import { between, isOf, type ReadAt, type Seen } from './looks.ts';
import type { ReplayGuard, Stored } from './stored.ts';

/** What guards decided in a window, session by session. */
export function readGuards(rule: AlertRule, stored: Stored): ReadAt {
  const tools = rule.match['tool'];
  const guards = stored.guards.filter(
    (guard) => isOf(rule, guard) && (tools?.includes(guard.tool) ?? true),
  );
  return (untilMs) =>
    [
      ...Map.groupBy(
        between(guards, untilMs - rule.windowMs, untilMs),
        (guard) => guard.session_id,
      ),
    ].map(([session, own]) => seeSession(session, own));
}

const CEILINGS: ReadonlySet<string> = new Set(['call_ceiling', 'token_ceiling', 'cost_ceiling']);
const isBlock = ({ decision }: ReplayGuard): boolean =>
  decision === 'stop' || decision === 'refuse';

const isRepeatedCall = (guard: ReplayGuard): boolean =>
  isBlock(guard) && guard.code === 'repeated_call';

function seeSession(session: string, own: readonly ReplayGuard[]): Seen {
  const latest = (column: keyof ReplayGuard): string =>
    String(own.findLast((guard) => guard[column] !== '')?.[column] ?? '');
  const count = (holds: (guard: ReplayGuard) => boolean): number => own.filter(holds).length;
  const tool = own.findLast((guard) => isBlock(guard) && guard.tool !== '')?.tool ?? '';
  return {
    id: session,
    agent: latest('agent_name'),
    agentVersion: latest('agent_version'),
    model: latest('model'),
    environment: latest('environment'),
    tool,
    tools: [tool],
    sessionId: session,
    turnId: latest('turn_id'),
    facts: {
      decisions: own.length,
      blocks: count((guard) => isBlock(guard) && guard.enforced === 1),
      observed_blocks: count((guard) => isBlock(guard) && guard.enforced === 0),
      ceilings_reached: count((guard) => isBlock(guard) && CEILINGS.has(guard.kind)),
      expired_ceilings: count((guard) => guard.ceiling_state === 'expired'),
      repeated_call_stops: new Set(own.filter(isRepeatedCall).map((guard) => guard.turn_id)).size,
    },
  };
}
