import type { RangeName } from '../url/time-range.ts';

/** Header, filters, keys, errors: what stands on every page. */
export const FRAME = {
  product: 'Loopscope',
  skip: 'Skip to the page',
  pages: {
    overview: 'Overview',
    turns: 'Turns',
    sessions: 'Sessions',
    tools: 'Tools',
    loops: 'Loops',
    signatures: 'Signatures',
    alerts: 'Alerts',
    guard: 'Guard',
    settings: 'Settings',
    start: 'Get started',
  },
  newestTurn: (at: string) => `The newest turn began on ${at}: show its day`,
  noTurnsEver: 'No turn is stored under these filters.',
  documentTitle: (page: string) => `${page} · Loopscope`,
  scheme: {
    auto: 'Colours: as the system',
    light: 'Colours: light',
    dark: 'Colours: dark',
  },
  firing: 'firing',
  noSpans: {
    title: 'No spans have come in yet.',
    advice: 'This page fills itself as soon as an agent reports to Loopscope.',
    start: 'How the first span gets here',
  },
  showKeys: 'Keys and help',
  whatIs: (what: string) => `What is “${what}”?`,
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
  cancel: 'Cancel',
  by: 'Your name',
  reason: 'Reason',
  optional: (name: string) => `${name} (optional)`,
  dismiss: 'Dismiss this notice',
  deedFailed: (why: string) => `That did not work: ${why}`,
  tableOf: (chart: string) => `${chart}: table`,
  asTable: 'As table',
  asChart: 'As chart',
  asTableTitle: (chart: string) => `${chart}: show as table`,
  asChartTitle: (chart: string) => `${chart}: show as chart`,
} as const;

export const PALETTE = {
  title: 'Go to … (Ctrl-K)',
  keys: 'Ctrl-K',
  placeholder: 'Page, tool, agent, or the id of a turn, session or signature',
  none: 'Nothing by this name.',
  groups: {
    page: 'Page',
    tool: 'Tool',
    agent: 'Agent: its turns',
    range: 'Time range',
    look: 'Look',
    guard: 'Turns by guard',
    text: 'Turns with this text',
    signature: 'Search signatures',
    turn: 'Open turn by id',
    session: 'Open session by id',
  },
} as const;

export const DROP = {
  here: 'Drop a recorded run (OTLP/JSON, chat, plain run, exported trajectory) to see what loops in it. It is not stored.',
  unreadable: (name: string) => `${name} holds no turn.`,
  failed: (name: string, why: string) => `${name} cannot be shown. ${why}`,
  tooLarge: (name: string) => `${name} is too large to look at here. Try: loopscope import FILE.`,
} as const;

/** The turns of a dropped file. */
export const FILE = {
  turns: 'Turns of this file',
  turn: (
    place: number,
    { verdict, max_attempts: most }: { verdict: string; max_attempts: number },
  ) => `turn ${place}: ${verdict === 'loop' ? 'loops' : verdict}, max attempts ${most}`,
  more: (shown: number, found: number) => `the ${shown} most repetitive of ${found}`,
} as const;

export const RANGE_NAMES: Readonly<Record<RangeName, string>> = {
  '1h': 'last 1 h',
  '24h': 'last 24 h',
  '7d': 'last 7 d',
  '30d': 'last 30 d',
};

export const FILTERS = {
  range: 'Time range',
  custom: 'from … to …',
  from: 'From',
  to: 'To',
  apply: 'Apply',
  agent: { label: 'Agent', all: 'all agents', several: (count: number) => `${count} agents` },
  model: { label: 'Model', all: 'all models', several: (count: number) => `${count} models` },
  tool: { label: 'Tool', all: 'all tools', several: (count: number) => `${count} tools` },
  clear: 'Clear filters',
  zone: 'Time zone',
  zones: { local: 'local time', utc: 'UTC' },
} as const;

export const KEYS = {
  title: 'Keys',
  groups: [
    {
      name: 'Lists',
      keys: [
        ['j / k', 'next, previous row'],
        ['Enter', 'open the row'],
      ],
    },
    {
      name: 'Trajectory',
      keys: [
        ['j / k', 'next, previous step'],
        ['n', 'next loop'],
        ['/', 'find words in the run'],
        ['[ / ]', 'attempt before, after'],
        ['u', 'unfold or fold the run'],
        ['y', 'copy the arguments of the step'],
        ['f', 'copy the proposed text of the fix'],
        ['+ / - / 0', 'zoom the timeline, whole run'],
        ['g', 'call graph and back'],
        ['c', 'copy a link to this view'],
      ],
    },
    {
      name: 'Everywhere',
      keys: [
        ['?', 'this list'],
        ['Ctrl-K', 'go to a page, a tool, an id'],
        ['Esc', 'close'],
      ],
    },
  ],
  areOn: 'Single-letter keys are on',
} as const;

export const WORDS = {
  title: 'Words',
  entries: [
    ['Turn', 'One request to an agent, up to its answer.'],
    [
      'Identity',
      'What makes two calls the same: the tool and the fields that determine the effect.',
    ],
    ['Attempt', 'How often the same identity has met the same error class so far in the turn.'],
    ['Max attempts', 'The largest attempt of a turn. In a healthy fleet its p99 is 1.'],
    ['Distinct ratio', 'Distinct calls divided by all calls of a turn. 1: nothing repeats.'],
    ['Loop', 'A repeat from which nothing new was learned.'],
  ],
} as const;

export const FAILURES = {
  unreachable: {
    title: 'The API does not answer.',
    advice:
      'See whether Loopscope still runs where you started it. This page goes on as soon as it answers.',
  },
  unauthorized: {
    title: 'This Loopscope asks for an API key.',
    advice: 'Keys are set in LOOPSCOPE_API_KEYS. The key stays in this browser tab only.',
    wrong: 'That key was refused.',
    label: 'API key',
    submit: 'Use this key',
  },
  notFound: {
    title: 'This is not in the store.',
    advice: 'It may have passed the retention time, or the link was cut short.',
  },
  store: {
    title: 'The store does not answer.',
    advice: 'Data on its way in is kept. Try again in a moment.',
  },
  contract: {
    title: 'The API answered in a form that this page does not know.',
    advice: 'Page and API may be of different versions: reload, or build the web anew.',
  },
  query: {
    title: 'The API did not accept these filters.',
    advice: 'Clear the filters, or correct the value that it names.',
  },
  other: {
    title: 'Something failed on the way.',
    advice: 'The log of the process has the reason.',
  },
  retry: 'Try again',
  page: {
    title: 'This page failed to draw.',
    advice: 'Reload it; the message below helps in a report.',
  },
  noPage: {
    title: 'There is no page here.',
    advice: 'The address may be mistyped.',
    home: 'To the Overview',
  },
} as const;
