import { formatCount } from '../format/number.ts';

interface Share {
  turns: number;
  of: number;
}

const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const say = ({ turns, of }: Share): string => `${formatCount(turns)} of ${formatCount(of)}`;

/** One tool: its identity, its exemption, its loops. */
export const IDENTITY = {
  title: 'Identity',
  help: 'The arguments that determine the effect. Calls that agree in them are attempts at the same thing, whatever the other arguments say.',
  declared: 'Declared',
  sent: 'Declared by the agent',
  undeclared:
    'Not declared: all arguments count. Free text then makes every wording a call of its own.',
  holds: 'Hold still',
  varies: 'Vary over the same outcome',
  volatile: 'New with every call',
  noSuggestion: (calls: string) => `The ${calls} calls that were looked at suggest no fields.`,
  support: (consistent: string, groups: string, calls: string) =>
    `${consistent} of ${groups} groups of repeats agree (${calls} calls).`,
  confidence: (share: string) => `At least ${share} would, with 95 % confidence.`,
  accept: 'Accept this identity',
  accepted: (traces: string) => `Declared. Turns of ${traces} traces are resolved anew.`,
  drift: {
    title: 'The parameters have changed',
    missing: 'Declared, but missing in calls',
    appeared: 'New parameters',
    vanished: 'Gone parameters',
  },
} as const;

export const EXEMPTION = {
  title: 'Exemption',
  help: 'Repeats of an exempt tool are meant, such as polling a queue. An exemption has an owner, a reason and an end.',
  none: 'Repeats of this tool count as loops where nothing new was learned.',
  states: { active: 'exempt', expired: 'exemption expired' },
  given: (owner: string, reason: string, expires: string) =>
    `${reason} (${owner}, until ${expires})`,
  proposed: 'People said of its incidents that they are no loops:',
  add: 'Exempt this tool',
  owner: 'Owner',
  reason: 'Reason',
  expires: 'Last day',
  done: 'Exempt; its stored turns are resolved anew.',
} as const;

export const TOOL_LOOPS = {
  title: 'Its loops',
  none: 'No loops in this range.',
  better: 'What it could say instead',
  betterFor: (kind: string, place: string) => `Proposed for its ${kind} loops, in ${place}.`,
} as const;

export const CHANGES = {
  title: 'What changed',
  help: 'This range against the one of the same length before it. Worse and better: another share of turns at p < 0.05. Below, loops that only the newest release has shown.',
  none: 'No loop is new, worse or gone.',
  states: { new: 'new', worse: 'worse', gone: 'gone', better: 'better', same: 'same' },
  counts: (before: Share, after: Share) => `${say(before)} → ${say(after)} turns`,
  noBefore: 'The range before this one has no turns with calls: there is nothing to compare with.',
  verdicts: {
    more: 'Turns take more attempts than before; chance is an unlikely reason',
    fewer: 'Turns take fewer attempts than before; chance is an unlikely reason',
    no_difference: 'Over all turns, attempts have not changed beyond chance',
  },
  p: (value: string) => ` (p ${value}).`,
  newSince: (name: string) => `New since ${name}`,
  nothingNew: (name: string) => `Nothing is new since ${name}.`,
  loops: (loops: number, turns: number) =>
    `${plural(loops, 'loop', 'loops')} in ${plural(turns, 'turn', 'turns')}`,
} as const;
