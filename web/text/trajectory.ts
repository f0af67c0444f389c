import { formatCount } from '../format/number.ts';

const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const TRAJECTORY = {
  verdict: {
    healthy: 'No call was repeated without reason.',
    noCalls: 'This turn called no tool.',
    watch: (attempts: number, tool: string) =>
      `${tool} reached attempt ${attempts}; no loop is confirmed.`,
    andMore: (count: number) => ` And ${plural(count, 'more loop', 'more loops')}.`,
  },
  heading: (agent: string) => `Turn of ${agent}`,
  time: (total: string, tools: string, model: string) =>
    `${total} (${tools} tools + ${model} model)`,
  counts: (steps: number, calls: number) =>
    `${plural(steps, 'model step', 'model steps')}, ${plural(calls, 'call', 'calls')}`,
  distinct: (signatures: number, ratio: string) =>
    `${plural(signatures, 'distinct signature', 'distinct signatures')} (${ratio})`,
  identities: (count: number) => plural(count, 'identity', 'identities'),
  tokens: (input: string, output: string) => `${input} tokens in, ${output} out`,
  noPrice: 'no price known for this model',
  session: 'Session',
  list: 'Steps of the turn',
  minimap: {
    track: (name: string, count: number, time: string, total: string) =>
      `The run over time, ${name}: ${formatCount(count)} in ${time} of ${total}.`,
    hint: 'Click to go there, drag to zoom.',
    zoom: 'Zoom of the timeline',
    narrower: 'Zoom in (+)',
    wider: 'Zoom out (-)',
    whole: 'whole run',
    shown: (length: string, total: string) => `${length} of ${total}`,
    lane: (letter: string) => `The run over time: calls ${letter} of the loop.`,
    gaps: 'waiting',
    tools: 'tools',
    model: 'model',
    loops: 'loops',
    crowd: (loops: number) => formatCount(loops),
    crowdBand: (loops: number, first: string) => `${formatCount(loops)} loops, the first: ${first}`,
    band: (kind: string, calls: number) => `${kind}, ${plural(calls, 'call', 'calls')}: go there`,
  },
  step: {
    select: (seq: number, tool: string) => `Step ${seq}: ${tool}`,
    modelStep: 'model',
    openModel: (seq: number) => `Step ${seq}: what the model wrote`,
    user: 'user',
    answer: 'model',
    subAgent: (name: string, calls: number) =>
      `sub-agent ${name}, ${plural(calls, 'call', 'calls')}`,
    agentStep: (name: string) => name,
    attempt: (attempt: number) => `attempt ${attempt}`,
    tokens: (input: string, output: string) => `${input} in, ${output} out`,
    wording: (wording: number) => `wording ${wording} of the same intent`,
    mark: (letter: string) => `Signature ${letter}`,
    unique: 'Called once',
    sameArguments: '= same arguments',
    unknownArguments: 'arguments not sent',
    noArguments: 'no arguments',
    more: (count: number) => `+${count} same`,
    before: 'before',
    removed: 'removed',
    added: 'added',
    changed: 'changed',
    identityField: 'Part of the identity',
    source: {
      messages: 'seen in the model’s messages only',
      logs: 'seen in the logs only',
      span: '',
    },
    effects: { write: 'write', destructive: 'destructive', read: '', unknown: '' },
  },
  notes: {
    compaction: 'context compacted',
    answers: (before: string, after: string) => `from ${before} answers to ${after}`,
    compactedTokens: (before: string, after: string) => `${before} tokens to ${after}`,
    model: (before: string, after: string) => `model changes from ${before} to ${after}`,
  },
  result: {
    empty: 'empty',
    none: 'no result recorded',
    error: (errorClass: string) => (errorClass === '' ? 'error' : errorClass.replaceAll('_', ' ')),
    unknownOutcome: 'outcome unknown',
    /** Beside the words, for eyes that do not read them. */
    glyphs: { first: '', same: '=', seen: '↺', alike: '≈', new: '+' },
    relation: {
      first: '',
      same: 'same as before',
      seen: 'seen before',
      alike: 'same but for details',
      new: 'new',
    },
    errorRelation: {
      first: '',
      same: 'same text',
      seen: 'text seen before',
      alike: 'same text but for details',
      new: 'other text',
    },
  },
  detail: {
    kept: (kept: string, received: string) =>
      `Of ${received} characters that were sent, the first ${kept} were kept.`,
    arguments: 'Arguments',
    changedSince: (seq: number) => `Arguments, against step ${seq}`,
    result: 'Result',
    resultSince: (seq: number) => `Result, against step ${seq}`,
    sameResult: (seq: number) => `The same as step ${seq} returned.`,
    fingerprint: 'result fingerprint',
    sameIntent: 'Every turn in which this intent was tried',
    error: 'Error',
    ids: 'Ids',
    callId: 'call',
    spanId: 'span',
    signature: 'signature',
    identity: 'identity',
    more: 'more',
    less: 'less',
    showAll: (size: string) => `Show all ${size}`,
    hidden: (size: string) => `${size} more`,
    copyArguments: 'Copy arguments',
    copyResult: 'Copy result',
  },
  fold: {
    between: 'between',
    lapsBetween: 'laps between',
    allSame: 'all the same',
    sameResults: 'with the same results',
    sameIdentity: (wordings: number) => `same intent in ${plural(wordings, 'wording', 'wordings')}`,
    sameArguments: 'same arguments',
    differentArguments: (count: number) => plural(count, 'different call', 'different calls'),
    sameResult: 'same result',
    sameError: 'same error',
    results: (count: number) => plural(count, 'different result', 'different results'),
    sideEffects: (count: number) => `${plural(count, 'write', 'writes')} among them`,
    notes: (count: number) =>
      `${plural(count, 'change', 'changes')} of context or model among them`,
    unfold: 'unfold',
    unfoldLap: 'one lap',
    fold: 'fold again',
    unfolded: (count: number) => `${formatCount(count)} unfolded`,
  },
  end: (reason: string) => `end: ${reason.replaceAll('_', ' ')}`,
  noAnswer: 'end: the last step asked for a tool; no answer followed',
  noEnd: 'end',
  goesOn: (isFollowed: boolean) =>
    isFollowed
      ? 'the last step so far; this page follows'
      : 'the last step so far; reload the page for more',
  export: 'Export',
  exports: {
    case: 'Test case, as JSON',
    caseHint: 'The shortest run of calls that still shows the loop.',
    test: 'Test case, as a ready test',
    testHint: 'For Vitest; fails until the loop is fixed.',
    done: (kept: number, all: number) => `${kept} of ${all} calls still show the loop.`,
    trajectory: 'Trajectory, as JSON',
    print: 'Print',
  },
  argumentsCopied: 'Arguments copied.',
  fixCopied: 'The proposed text is copied.',
  copyLink: 'Copy link',
  linkCopied: 'The link opens this same view.',
} as const;

export const DIAGNOSIS = {
  title: 'Diagnosis',
  none: 'Nothing to diagnose: no loop in this turn.',
  confirmedBy: 'Confirmed by',
  holds: (holds: number, of: number) =>
    holds === 0 && of > 0 ? '0' : `${formatCount(holds)} of ${formatCount(of)}`,
  not: (kinds: string) => `Not: ${kinds}.`,
  cost: 'What the repeats cost',
  costTokens: (tokens: string) => `${tokens} tokens`,
  sideEffects: (count: number) => `${plural(count, 'side effect', 'side effects')} repeated`,
  fix: 'Where the fix goes',
  fixPlace: (place: string) => `Into ${place}.`,
  proposed: 'Proposed text',
  copyProposed: 'Copy the proposed text',
  which: (at: number, of: number) => `Loop ${formatCount(at)} of ${formatCount(of)}`,
  previous: 'Previous loop',
  next: 'Next loop',
} as const;

export const SAVINGS = {
  title: 'Stop after',
  label: 'Attempts per key before the stop',
  attempts: (cap: number) => plural(cap, 'attempt', 'attempts'),
  saves: (calls: number, time: string, money: string | null) =>
    `saves ${plural(calls, 'call', 'calls')}, ${time}${money === null ? '' : `, ${money}`}`,
  sideEffects: (count: number) => ` and ${plural(count, 'side effect', 'side effects')}`,
  nothing: 'saves nothing in this turn',
  cut: (cut: string, of: string, agent: string) =>
    `would have cut ${cut} of ${of} healthy turns of ${agent} in the two days around`,
  fleet: (turns: number, calls: number, time: string, money: string | null) =>
    `Over ${plural(turns, 'turn', 'turns')} of the agent in these days: ${plural(calls, 'call', 'calls')}, ${time}${money === null ? '' : `, ${money}`} saved.`,
  counting: 'counting the healthy turns it would cut…',
} as const;

export const GRAPH = {
  title: 'Call graph',
  none: 'This turn called no tool.',
  explain:
    'Each node is an intent that was repeated, or the calls that a tool got once each. Arcs lead to what came next; the number says how often.',
  errors: (count: number) => plural(count, 'error', 'errors'),
  others: (count: number) => `${plural(count, 'rarer call', 'rarer calls')} left out.`,
  asTable: 'As table',
  columns: ['After', 'comes', 'Times'],
} as const;

export const VIEWS = {
  label: 'View of the turn',
  steps: 'Steps',
  graph: 'Call graph',
  compare: 'Side by side',
} as const;

export const COMPARE = {
  choose: 'Compare with',
  chooseHelp: 'A turn that went well, such as one after the fix.',
  byId: 'Turn id',
  open: 'Compare',
  other: 'Choose another turn',
  none: 'No healthy turn of this agent in the last 30 days. Paste the id of any turn.',
  candidate: (version: string, calls: number) =>
    `${version === '' ? '' : `${version}, `}${plural(calls, 'call', 'calls')}`,
  thisTurn: 'This turn',
  otherTurn: 'The other turn',
  noLoops: 'none',
  numbersTitle: 'In numbers',
  callsTitle: 'Calls, aligned',
  times: (count: number) => `×${formatCount(count)}`,
  empties: (count: number) => `${formatCount(count)} empty`,
  errors: (count: number) => plural(count, 'error', 'errors'),
  nothing: 'no such call',
  sameIntent: 'same intent',
  hidden: (count: number) => `${plural(count, 'run', 'runs')} more are not compared.`,
  numbers: {
    version: 'Agent',
    model: 'Model',
    loops: 'Loops',
    attempts: 'Max attempts',
    calls: 'Calls',
    ratio: 'Distinct ratio',
    errors: 'Errors',
    duration: 'Duration',
    tokens: 'Tokens',
    cost: 'Cost',
    end: 'End',
  },
} as const;

export const FEEDBACK = {
  button: { not_a_loop: 'Not a loop', loop: 'It is a loop' },
  done: {
    not_a_loop: 'Remembered. Said often, it becomes a proposed exemption of the tool.',
    loop: 'Remembered.',
  },
  said: {
    not_a_loop: (by: string) => `${by} says: not a loop.`,
    loop: (by: string) => `${by} says: a loop.`,
  },
} as const;

export const FIND = {
  label: 'Find in this run',
  placeholder: 'Find in run',
  seeking: 'seeking',
  found: (at: number, count: string) =>
    count === '0'
      ? 'not found'
      : at > 0
        ? `${at} of ${count}`
        : `in ${count} ${count === '1' ? 'step' : 'steps'}`,
  next: 'Next match (Enter)',
  previous: 'Match before (Shift-Enter)',
} as const;
