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
    label: 'The run over time: tools, model and loops. Click to go there.',
    tools: 'tools',
    model: 'model',
    loops: 'loops',
    band: (kind: string, calls: number) => `${kind}, ${plural(calls, 'call', 'calls')}: go there`,
  },
  step: {
    select: (seq: number, tool: string) => `Step ${seq}: ${tool}`,
    modelStep: 'model',
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
  result: {
    empty: 'empty',
    none: 'no result recorded',
    error: (errorClass: string) => (errorClass === '' ? 'error' : errorClass.replaceAll('_', ' ')),
    unknownOutcome: 'outcome unknown',
    relation: {
      first: '',
      same: 'same as before',
      alike: 'same but for details',
      other: 'new',
    },
    errorRelation: {
      first: '',
      same: 'same text',
      alike: 'same text but for details',
      other: 'other text',
    },
  },
  detail: {
    arguments: 'Arguments',
    changedSince: (seq: number) => `Arguments, against step ${seq}`,
    result: 'Result',
    error: 'Error',
    ids: 'Ids',
    callId: 'call',
    spanId: 'span',
    signature: 'signature',
    identity: 'identity',
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
    unfold: 'unfold',
    unfoldLap: 'one lap',
    fold: 'fold again',
    unfolded: (count: number) => `${formatCount(count)} unfolded`,
  },
  end: (reason: string) => `end: ${reason.replaceAll('_', ' ')}`,
  noEnd: 'end',
  copyLink: 'Copy link',
  linkCopied: 'The link opens this same view.',
} as const;

export const DIAGNOSIS = {
  title: 'Diagnosis',
  none: 'Nothing to diagnose: no loop in this turn.',
  confirmedBy: 'Confirmed by',
  holds: (holds: number, of: number) => (holds === 0 && of > 0 ? '0' : `${holds} of ${of}`),
  not: (kinds: string) => `Not: ${kinds}.`,
  cost: 'What the repeats cost',
  costTokens: (tokens: string) => `${tokens} tokens`,
  sideEffects: (count: number) => `${plural(count, 'side effect', 'side effects')} repeated`,
  fix: 'Where the fix goes',
  fixPlace: (place: string) => `Into ${place}.`,
  proposed: 'Proposed text',
  which: (at: number, of: number) => `Loop ${at} of ${of}`,
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
  atLeast: (count: string) => `at least ${count}`,
  counting: 'counting the healthy turns it would cut…',
} as const;
