import { formatCount } from '../format/number.ts';

const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Turns, sessions, tools and loops as tables. */
export const LISTS = {
  attempts: 'Attempts',
  maxAttempts: 'Max attempts',
  tool: 'Tool',
  loops: 'Loops',
  agent: 'Agent',
  model: 'Model',
  calls: 'Calls',
  ratio: 'Distinct',
  errors: 'Errors',
  duration: 'Duration',
  cost: 'Cost',
  stop: 'Stop',
  started: 'Started',
  session: 'Session',
  turns: 'Turns',
  lastSeen: 'Last seen',
  retryRate: 'Retry rate',
  vainRate: 'Vain repeats',
  eventual: 'Eventual success',
  errorKinds: 'Transport / semantic',
  empties: 'Empty',
  retryTokens: 'Retry tokens',
  verdict: 'Verdict',
  identity: 'Identity fields',
  kind: 'Kind',
  severity: 'Severity',
  summary: 'What happened',
  sideEffects: 'Side effects',
  undeclared: 'undeclared',
  wholeArguments: 'Not declared: all arguments count as the identity.',
  shown: (count: string, more: boolean) =>
    more ? `${count} shown, more below` : `${count} in all`,
  sortBy: (column: string) => `Sort by ${column}`,
  loadingMore: 'Loading more…',
  none: 'Nothing matches.',
  noneAdvice: 'Widen the time range or clear the filters.',
  remove: (filter: string) => `Remove filter ${filter}`,
  columns: 'Columns',
  allColumns: 'As many as the page has room for',
  views: {
    title: 'Views',
    none: 'A view keeps filters, order and columns of this list in this browser.',
    name: 'Name of this view',
    save: 'Save',
    saved: (name: string) => `Saved as “${name}”.`,
    remove: (name: string) => `Delete view ${name}`,
  },
  exports: {
    title: 'Export',
    csv: 'CSV',
    csvHint: 'Cells that would run as formulas are made text.',
    json: 'JSON',
    done: (rows: string) => `Exported ${rows} rows.`,
    cut: (rows: string, most: string) =>
      `Exported the first ${rows} rows; the export ends at ${most}. Narrow the filters, or page through the API.`,
    failed: (why: string) => `The export stopped: ${why}`,
  },
  live: {
    title: 'Live',
    pause: 'Pause',
    resume: 'Resume',
    open: 'following',
    closed: 'connecting…',
    waiting: (count: string) => `paused, ${count} new`,
  },
} as const;

/** What guards did in a turn. */
export const GUARD_NAMES: Readonly<Record<string, string>> = {
  stopped: 'stopped by a guard',
  allowed: 'guarded, not stopped',
  unguarded: 'no guard',
};

/** First lines of lists: what the rows that are here say. */
const firstOf = (count: number, what: string): string =>
  `the first ${formatCount(count)} ${what} in this order`;

const sayLooping = (looping: number, of: string, count: number): string =>
  looping === 0
    ? `None of ${of} ${count === 1 ? 'loops' : 'loop'}.`
    : `${formatCount(looping)} of ${of} ${looping === 1 ? 'loops' : 'loop'}.`;

export const LIST_VERDICTS = {
  noTurns: 'No turn matches.',
  looping: (looping: number, count: number, isAll: boolean) =>
    sayLooping(looping, isAll ? plural(count, 'turn', 'turns') : firstOf(count, 'turns'), count),
  mostAttempts: (attempts: number, tool: string) =>
    `At most ${plural(attempts, 'attempt', 'attempts')}${tool === '' ? '' : `, on ${tool}`}.`,
  noLoops: 'No loop in this range.',
  loops: (count: number, isAll: boolean) =>
    isAll ? plural(count, 'loop', 'loops') : `The latest ${formatCount(count)} loops`,
  alerts: (said: string, alerts: number, count: number) =>
    alerts === 0
      ? `${said}: none is an alert.`
      : `${said}: ${alerts === count ? (count === 1 ? 'an alert' : 'all are alerts') : `${formatCount(alerts)} ${alerts === 1 ? 'is an alert' : 'are alerts'}`}.`,
  mostOften: (kind: string, tool: string, times: number) =>
    `Most often ${kind}, on ${tool} (${formatCount(times)}).`,
  noSessions: 'No session matches.',
  sessions: (looping: number, count: number, isAll: boolean) => {
    const of = isAll ? plural(count, 'session', 'sessions') : firstOf(count, 'sessions');
    return sayLooping(looping, of, count);
  },
  noIntents: 'Nothing was tried in this range.',
  intent: (tool: string, attempts: number) =>
    `${tool} was tried ${formatCount(attempts)} times for one purpose in one turn.`,
  repeated: (repeated: number, count: number, isAll: boolean) =>
    `${formatCount(repeated)} of ${isAll ? '' : 'the first '}${plural(count, 'intent', 'intents')} ${repeated === 1 ? 'was' : 'were'} tried more than once in a turn.`,
  onceEach: 'Nothing was tried twice in a turn.',
} as const;

export const FACETS = {
  title: 'Narrow by',
  show: 'Facets',
  names: {
    loop: 'Loop',
    guard: 'Guard',
    agent: 'Agent',
    version: 'Release',
    model: 'Model',
    tool: 'Tool',
    stop: 'End',
  },
  none: 'none in this range',
  more: (count: number, isMost: boolean) =>
    isMost ? `${count} more of the most frequent` : `${count} more`,
  counts: (turns: number, looping: number) => `${turns} turns, ${looping} of them loop`,
} as const;

export const HELP = {
  attempts: 'Max attempts: how often one identity met one error class in one turn, at most.',
  ratio: 'Distinct calls divided by all calls. Near 0: the same call over and over.',
  retryRate: 'Calls whose identity had failed before in the turn, of all calls.',
  vainRate: 'Calls that looped without failing, such as searches that stay empty, of all calls.',
  eventual: 'Identities that failed and later succeeded in the turn, of those that failed.',
  retryTokens: 'Tokens spent on retries.',
  cost: 'From tokens and the price list; a dash where the model has no price.',
} as const;

export const TURNS = {
  title: 'Turns',
  openTurn: (agent: string, attempts: number) => `Turn of ${agent}, max attempts ${attempts}`,
  filters: {
    loop: 'Loop kind',
    anyLoop: 'any verdict',
    attemptsFrom: 'Max attempts from',
    attemptsAny: 'any attempts',
    attemptsAtLeast: (count: number) => `${count} or more attempts`,
    attempts: (from: number | undefined, to: number | undefined) =>
      from === to ? `attempts ${from}` : `attempts ${from ?? 0} to ${to ?? '…'}`,
    ratio: (from: number | undefined, to: number | undefined) =>
      `distinct ratio ${from ?? 0} to ${to ?? 1}`,
    identity: (hash: string) => `intent ${hash}`,
    text: (words: string) => `with “${words}”`,
    search: 'Tool, error text or intent',
    guard: 'Guard',
    anyGuard: 'any guard',
    stop: (reasons: string) => `ended: ${reasons}`,
    time: (from: string, to: string) => `${from} to ${to}`,
  },
} as const;

export const SESSIONS = {
  title: 'Sessions',
  openSession: (id: string) => `Session ${id}`,
  heading: (id: string) => `Session ${id}`,
  verdict: {
    loops: (kinds: readonly string[]) => `This session loops (${kinds.join(', ')}).`,
    watched: (kinds: readonly string[]) =>
      `This session has a loop to watch (${kinds.join(', ')}).`,
    attempts: (count: number) => `At most ${plural(count, 'attempt', 'attempts')} at one thing.`,
    watch: (count: number) =>
      `${plural(count, 'attempt', 'attempts')} at one thing, though no loop is confirmed.`,
    noCalls: 'This session called no tool.',
    calm: 'Nothing was repeated without reason.',
  },
  numbers: {
    turns: (count: number) => plural(count, 'turn', 'turns'),
    calls: (count: number) => plural(count, 'call', 'calls'),
    distinct: (count: number, ratio: string) =>
      `${plural(count, 'distinct signature', 'distinct signatures')} (${ratio})`,
    errors: (count: number) => plural(count, 'error', 'errors'),
    tokens: (input: string, output: string) => `${input} tokens in, ${output} out`,
    length: (time: string) => `over ${time}`,
  },
} as const;

export const DELETION = {
  button: 'Delete…',
  title: 'Delete this session for good?',
  goes: (turns: number, calls: number) =>
    `${plural(turns, 'turn', 'turns')} with ${plural(calls, 'call', 'calls')} will be gone, and with them:`,
  withIt: [
    'their spans, arguments, results and messages',
    'their loops and verdicts, in every number and list',
    'the session’s alerts and stop orders',
    'whatever of the session still arrives',
  ],
  stays:
    'It cannot be undone. Messages that were sent and cases that were exported stay; that it was deleted, by whom and why, is kept.',
  confirm: (turns: number) => `Delete ${plural(turns, 'turn', 'turns')}`,
  running: 'Deleting…',
  done: 'This session was deleted.',
  begun: 'This session is being deleted.',
  turnDone: 'The session of this turn was deleted.',
  turnBegun: 'The session of this turn is being deleted.',
  extent: (turns: number, traces: number, spans: number) =>
    `${plural(turns, 'turn', 'turns')}, ${plural(traces, 'trace', 'traces')}, ${plural(spans, 'span', 'spans')}.`,
  proof: 'Nothing of it is kept, and what of it still arrives is dropped.',
  goesOn: 'The store is still at it; this page follows.',
  orderedBy: (by: string) => `By ${by}`,
  toSessions: 'All sessions',
} as const;

export const TOOLS = {
  title: 'Tools',
  openTool: (tool: string) => `Tool ${tool}`,
  verdicts: {
    healthy: 'healthy',
    flaky: 'flaky',
    badly_specified: 'badly specified',
  },
  advice: {
    healthy: 'Few calls are retried.',
    flaky: 'Retries mostly help: repeat in the executor, out of the model’s sight.',
    badly_specified:
      'Retries mostly fail, or calls come back empty again and again: fix the schema, the description or the result.',
  },
  scatter: {
    title: 'Retry rate against eventual success',
    help: 'Right: much is tried again. Below: trying again does not help, so the schema, the message or the empty result is to be mended. Above: it does help, so the executor should do it.',
    retryAxis: 'retry rate, vain repeats included',
    successAxis: 'eventual success',
    flaky: 'flaky: retry in the executor',
    badlySpecified: 'badly specified: fix the schema or the message',
    unplaced: (count: number, isAll: boolean) =>
      isAll
        ? `${plural(count, 'tool', 'tools')} had no retries and ${count === 1 ? 'has' : 'have'} no place here.`
        : `${formatCount(count)} of the tools listed so far had no retries and ${count === 1 ? 'has' : 'have'} no place here.`,
    point: (tool: string, rate: string, success: string) =>
      `${tool}: ${rate} of its calls are vain repeats, eventual success ${success}`,
    none: 'No tool failed and was tried again in this range.',
  },
  verdict: {
    none: 'No tool was called in this range.',
    calm: (count: number) =>
      count === 1 ? 'The only tool is healthy.' : `All ${formatCount(count)} tools are healthy.`,
    bad: (names: string, count: number) =>
      `${names} ${count === 1 ? 'is' : 'are'} badly specified.`,
    flaky: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} flaky.`,
    others: (count: number) => `${plural(count, 'other is', 'others are')} healthy.`,
    list: (names: readonly string[], more: number) =>
      more > 0
        ? `${names.join(', ')} and ${formatCount(more)} more`
        : [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and '),
  },
  loopsStill: (turns: number, attempts: number) =>
    `Few calls are retried, but it loops: ${plural(turns, 'loop', 'loops')}, up to ${plural(attempts, 'attempt', 'attempts')}.`,
  numbers: 'In numbers',
  errorTemplates: 'Error texts',
  errorClass: 'Class',
  template: 'Text, ids and numbers masked',
  noErrors: 'No errors in this range.',
  itsTurns: 'Its turns',
  itsSignatures: 'What was tried with it',
} as const;

export const LOOPS = {
  title: 'Loops',
  anyKind: 'any kind',
  anySeverity: 'alert and watch',
  none: 'No loops in this range.',
  noneAdvice: 'Nothing repeated without learning something.',
} as const;
