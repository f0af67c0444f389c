import { formatCount } from '../format/number.ts';

const turns = (count: number): string => `${formatCount(count)} ${count === 1 ? 'turn' : 'turns'}`;

export const OVERVIEW = {
  verdict: {
    noTurns: 'No turns in this range.',
    noCalls: (count: number) => `${turns(count)}, and none of them called a tool.`,
    p99: (now: string) => `p99 of max attempts is ${now}.`,
    p99Rose: (before: string, now: string, since: string) =>
      `p99 of max attempts rose from ${before} to ${now}${since}.`,
    sinceRelease: (agent: string, name: string) => ` since ${agent} ${name}`,
    sinceModel: (agent: string, name: string) => ` since ${agent} runs on ${name}`,
    sincePrompt: (agent: string, name: string) => ` since ${agent} uses prompt ${name}`,
    p99Fell: (before: string, now: string) => `p99 of max attempts fell from ${before} to ${now}.`,
    healthy: 'Healthy.',
    blind: (blind: number, all: number) =>
      `${formatCount(blind)} of ${turns(all)} ${blind === 1 ? 'lacks' : 'lack'} arguments of calls, so their repeats cannot be seen: Settings names the switch that sends them.`,
    looping: (looping: number, all: number) =>
      `${formatCount(looping)} of ${turns(all)} ${looping === 1 ? 'loops' : 'loop'}`,
    mostOn: (count: number, tool: string, kind: string) =>
      `; ${formatCount(count)} on ${tool} (${kind}).`,
    mostlyOn: (tool: string, kind: string) => `; most on ${tool} (${kind}).`,
    worst: (attempts: number, tool: string) =>
      `The worst reached ${formatCount(attempts)} attempts on ${tool}.`,
  },
  showTurns: (tool: string, kind: string) => `Show the turns that loop on ${tool} (${kind})`,
  lastSpan: (ago: string) => `The last span came in ${ago}.`,
  numbers: {
    p99: {
      label: 'p99 max attempts',
      help: 'The largest attempt of each turn; 99 of 100 turns stay at or below this. Healthy is 1. It is a maximum per turn, so one looping turn among thousands stays visible in “max”.',
    },
    looping: {
      label: 'looping turns',
      help: 'Turns with a loop of severity alert: repeats from which nothing new was learned. Loops to watch are not counted here.',
    },
    retryTokens: {
      label: 'retry share of tokens',
      help: 'Tokens spent on calls whose identity had failed before in the same turn, of all tokens.',
    },
    eventual: {
      label: 'eventual success',
      help: 'Of the identities that failed at first, those that succeeded later in their turn. High: retries help, so do them in the executor. Low: the tool is badly specified.',
    },
  },
  was: (value: string) => `was ${value}`,
  ofMoney: (share: string) => `${share} of the money`,
  none: 'none to compare',
  noRetries: 'no retries',
  series: {
    title: 'Max attempts per turn',
    unit: 'attempts, log scale',
    worthALook: 'worth a look',
    summary: (from: string, to: string) =>
      `p50, p95, p99 and max of max attempts per turn, ${from} to ${to}`,
    said: (range: string, last: string, max: string) =>
      `p99 ${range}, ${last} at the end; the highest maximum is ${max}.`,
    columns: ['From', 'Turns', 'p50', 'p95', 'p99', 'Max', 'New'],
    openPoint: 'Click opens the turns',
  },
  attempts: {
    title: 'Turns by max attempts',
    unit: 'turns, log scale',
    column: 'Max attempts',
    help: 'Each turn once, in the bin of its largest attempt. The axis is logarithmic, so a single turn shows.',
  },
  ratio: {
    title: 'Turns by distinct ratio',
    unit: 'turns, log scale',
    column: 'Distinct ratio',
    help: 'Distinct calls divided by all calls of a turn. 1: nothing repeats; near 0: one call over and over.',
  },
  kinds: {
    title: 'Loops by kind over time',
    unit: (step: string) => `loops per ${step}`,
    help: 'Each confirmed loop once, where it began. Rows share one scale, so that kinds compare.',
    column: 'Kind',
    none: 'No loops in this range.',
    row: (kind: string, total: number, peak: number) =>
      `${kind}: ${formatCount(total)} loops, at most ${formatCount(peak)} in one step`,
  },
  flags: {
    release: (agent: string, name: string) => `${agent} ${name} first seen`,
    model: (agent: string, name: string) => `${agent} first ran on ${name}`,
    prompt: (agent: string, name: string) => `${agent} first used prompt ${name}`,
    openTurns: 'Click opens its turns',
  },
  turnsColumn: 'Turns',
  loopsColumn: 'Loops',
  barLabel: (bin: string, count: string, unit: string) => `${bin}: ${count} ${unit}`,
  worst: {
    title: 'Worst turns',
    all: 'All turns',
    none: 'No turn repeats anything.',
    calls: (count: number) => `${formatCount(count)} ${count === 1 ? 'call' : 'calls'}`,
    columns: ['Attempts', 'Tool', 'Loop', 'Agent', 'Calls', 'Duration', 'Cost', 'Started'],
  },
} as const;

export const START = {
  title: 'No spans yet.',
  intro:
    'Point an OpenTelemetry exporter at this address; any agent that already emits traces will do.',
  address: 'OTLP over HTTP',
  grpcAddress: 'OTLP over gRPC',
  waiting: 'Waiting for the first span…',
  received: (spans: number) => `Received: ${formatCount(spans)} ${spans === 1 ? 'span' : 'spans'}.`,
  toOverview: 'To the Overview',
  noAgentSpans: (spans: number) =>
    `${spans === 1 ? 'It is no' : `None of the ${formatCount(spans)} spans is a`} tool call, model call or agent, and turns are made of these. An instrumentation of the agent’s framework writes them, or a program of yours by gen_ai.operation.name.`,
  refused: 'The latest request that was refused',
  next: 'A turn shows up within two seconds of its last span.',
  typescript: 'TypeScript',
  python: 'Python',
  environment: 'Any OpenTelemetry SDK',
  frameworks: 'Framework',
  vercel: 'Vercel AI SDK',
  langchain: 'LangChain, LangGraph',
  openaiAgents: 'OpenAI Agents',
  crewai: 'CrewAI',
  pydanticAi: 'Pydantic AI',
  claudeCode: 'Claude Code',
  copySnippet: (language: string) => `Copy the ${language} snippet`,
} as const;
