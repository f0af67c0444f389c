import { formatCount } from '../format/number.ts';

const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** What guards do, and orders to stop. */
export const GUARD = {
  title: 'Guard',
  verdict: {
    none: 'No guard ran in this range.',
    guarded: (guarded: string, all: string) => `A guard watched ${guarded} of ${all} turns`,
    stopped: (count: string) => ` and stopped ${count}.`,
    observed: (count: string) => ` and would have stopped ${count} (it only observed).`,
    nothing: ' and stopped nothing.',
    healthy: (count: number) =>
      `${plural(count, 'healthy turn was', 'healthy turns were')} stopped: look at these first.`,
    missed: (count: number) => `${plural(count, 'loop', 'loops')} ran on in guarded turns.`,
  },
  without: 'What one would have done here',
  wouldSave: (calls: number, of: number, time: string, money: string | null) =>
    `Stopping at the third attempt at one thing would have saved ${formatCount(calls)} of ${plural(of, 'call', 'calls')}, ${time}${money === null ? '' : ` and ${money}`}`,
  wouldCut: (cut: number, of: number) =>
    `, and cut ${formatCount(cut)} of ${plural(of, 'healthy turn', 'healthy turns')}.`,
  wouldNothing: 'No turn of this range would have been stopped.',
  demoAdvice: 'To see guards at work on simulated agents: loopscope demo --guard',
  noneAdvice:
    'The guard of @loopscope/sdk runs inside the agent and ends a loop before its next call. Start it in observe mode: it records what it would have done.',
  numbers: {
    guarded: {
      label: 'guarded turns',
      help: 'Turns in which a guard told of a decision or its mode.',
    },
    stops: {
      label: 'calls stopped',
      help: 'Calls that a guard stopped or refused, in a mode that acts.',
    },
    observed: {
      label: 'would have stopped',
      help: 'The same in observe mode: recorded, not done.',
    },
    saved: { label: 'calls saved', help: 'Calls refused after a stop, or that would have been.' },
    missed: {
      label: 'loops missed',
      help: 'Loops worth an alert in guarded turns in which no guard stopped anything.',
    },
    healthy: {
      label: 'healthy turns stopped',
      help: 'Turns without a loop in which a guard stopped something.',
    },
  },
  byKind: 'By rule of the guard',
  byKindHelp:
    'Repeated key: one purpose failed, or was answered alike, too often. Repeated signature: the very same call again. Empty results: a tool found nothing several times in a row. Stalled: calls that differ and bring nothing new. Unknown write, in flight write: the same write again while nobody knows how the first ended. Call, token and cost ceiling: a budget of the session is spent. Outside stop: somebody ordered it. Closed turn: a call after the turn was stopped. Transport fault: a passing fault that the guard retried itself.',
  savedByRule: 'Calls saved, by rule',
  savedByRuleHelp:
    "By the rule of a turn's first stop: calls refused afterwards, or that would have been. Where guards only watched, every one of those calls was made, so their time and cost are known; beside it what the cap of 2 attempts per key alone would have saved of the same turns.",
  uncounted:
    'A turn that ends at its first stop never makes the calls it is spared, so nobody can count them. In observe mode they are made, and counted.',
  savedCalls: 'Saved',
  predicted: 'By the cap alone',
  savedTime: 'Time',
  savedCost: 'Cost',
  byTool: 'By tool',
  byMode: 'Modes',
  kind: 'Rule',
  tool: 'Tool',
  mode: 'Mode',
  turns: 'Turns',
  decisions: 'Decisions',
  enforced: 'Stopped',
  observed: 'Would have',
  allFired: 'Every guard of this range has stopped something.',
  neverFired: 'Guards that never stopped anything',
  neverFiredHelp:
    'Agents whose guard let every loop pass: its caps may be too high, or its mode too mild.',
  loops: 'Loops',
  agent: 'Agent',
  ceilings: 'Ceilings',
  ceilingsHelp:
    'From loopscope.yaml. A raise needs a reason and an end; past its end the ceiling falls back.',
  ceiling: 'Ceiling',
  value: 'In force',
  base: 'Without the raise',
  state: 'State',
  states: { set: 'set', raised: 'raised', expired: 'raise expired' },
  reason: 'Reason',
  ticket: 'Ticket',
  expires: 'Until',
  reached: 'Reached, 7 days',
  noCeilings: 'No ceilings are set in loopscope.yaml.',
  stops: 'Stops from outside',
  noStops: 'No session has been told to stop.',
  session: 'Session',
  requested: 'Requested',
  by: 'By',
  reachedAt: 'Reached its guard',
  notReached: 'not yet',
  withdraw: 'Withdraw',
  withdrawn: 'The order is withdrawn.',
  recent: 'Latest decisions',
  show: 'Show',
  shows: { stops: 'what was stopped', all: 'all decisions' },
  deeds: {
    note: 'noted',
    stop: 'stopped',
    refuse: 'refused',
    retry: 'retried',
    half_open: 'let one through',
    unreachable: 'had no answer',
  },
  deedsHelp:
    'Noted: a repeat was counted. Stopped: the call was not made and the turn was told why. Refused: a call after a stop. Let one through: after a pause, to see whether it works again.',
  why: 'Why',
  spent: (name: string, spent: string, value: string) => `${name}: ${spent} of ${value}`,
  attempt: (count: number) => `attempt ${formatCount(count)}`,
  orderedBy: (by: string, reason: string) => (by === '' ? reason : `${reason} (${by})`),
  moreDecisions: 'Show more',
  moreTools: (count: number) => `${formatCount(count)} more`,
  ends: 'How turns ended',
  endsNote: 'turns, log',
  endsHelp:
    'The reason that the agent or its guard gave. Stop: it was done. Max steps and the like: a limit. Repeated call: a guard ended a loop.',
  endedTurns: (turns: number) => plural(turns, 'turn', 'turns'),
  noEnds: 'No turn of this range said why it ended.',
  unnamed: 'agent not named yet',
  setUp: 'How a guard is set up',
  snippet: `import { createGuard } from '@loopscope/sdk/guard';

const guard = createGuard({ mode: 'observe' });
const result = await guard.call({ tool: 'create_ticket', args }, () => createTicket(args));
`,
  noDecisions: 'No decisions in this range.',
  at: 'When',
  decision: 'Decision',
  stopStates: { standing: 'standing', withdrawn: 'withdrawn', expired: 'expired' },
  notEnforced: 'observed only',
} as const;

export const STOP = {
  button: 'Stop this session',
  title: 'Stop this session?',
  explain:
    'A guard that runs in the agent ends the session before its next call, never inside one. A call in flight is finished and named. Without a guard nothing happens.',
  reason: 'Reason',
  confirm: 'Stop it',
  cancel: 'Cancel',
  done: 'The order stands; a guard that runs follows it within two seconds.',
  standing: 'A stop is ordered for this session.',
} as const;
