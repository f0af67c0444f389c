/** What the scripted model asks for, and what the tools do about it. One turn per scenario. */

export interface Call {
  id: string;
  tool: string;
  args: Record<string, unknown>;
}

export interface Tool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  run: (args: Record<string, unknown>) => Promise<unknown>;
}

class ValidationError extends Error {
  override name = 'ValidationError';
}

type Implementation = (args: Record<string, unknown>, nth: number) => unknown;

const text = { type: 'string' };
const IMPLEMENTED: Record<string, [string, Record<string, unknown>, Implementation]> = {
  get_weather: [
    'Current weather for a city',
    objectOf(
      {
        city: text,
        options: {
          type: 'object',
          properties: { units: text, days: { type: 'array', items: { type: 'number' } } },
        },
      },
      ['city'],
    ),
    ({ city }) => ({ city, temp_c: 18.5, sky: 'clear' }),
  ],
  convert_currency: [
    'Convert an amount',
    objectOf({ amount: { type: 'number' }, from: text, to: text }),
    ({ to }) => ({ amount: 131.4, currency: to }),
  ],
  search_orders: [
    'Search orders of a customer',
    objectOf({ customer_id: text, status: text }),
    () => [],
  ],
  search_docs: ['Full-text search in the help centre', objectOf({ query: text }), () => []],
  book_slot: [
    'Book a delivery slot',
    objectOf({ date: text, slot: { type: 'number' } }),
    ({ date, slot }) => {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(String(date))) {
        const message = `Invalid arguments: date must be YYYY-MM-DD, got "${String(date)}"`;
        throw new ValidationError(message);
      }
      return { booked: true, date, slot };
    },
  ],
  create_ticket: [
    'Open a ticket',
    objectOf({ customer_id: text, queue: text, summary: text }),
    () => {
      throw new Error('timeout');
    },
  ],
  get_price: ['Price of a SKU', objectOf({ sku: text }), ({ sku }) => ({ sku, price: 49.9 })],
  get_stock: ['Stock of a SKU', objectOf({ sku: text }), ({ sku }) => ({ sku, units: 7 })],
  read_file: [
    'Read a file',
    objectOf({ path: text }),
    ({ path }) => `export const answer = 41 // ${String(path)}\n`,
  ],
  run_tests: [
    'Run a test suite',
    objectOf({ suite: text }),
    ({ suite }) => ({ suite, passed: 11, failed: 1 }),
  ],
  check_status: [
    'Status of a job',
    objectOf({ job: text }),
    ({ job }, nth) => ({
      job,
      state: nth < 3 ? 'pending' : 'done',
      progress: `${25 * (nth + 1)}%`,
    }),
  ],
  fetch_page: [
    'Fetch a page',
    objectOf({ url: text }),
    (_, nth) => (nth < 2 ? { error: '403 Forbidden' } : 'Error: 403 Forbidden'),
  ],
};

function objectOf(
  properties: Record<string, unknown>,
  required = Object.keys(properties),
): Record<string, unknown> {
  return { type: 'object', properties, required, additionalProperties: false };
}

interface Scenario {
  prompt: string;
  offered: string[];
  /** The calls of each model step; behind the last one comes the answer. */
  steps: [tool: string, args: Record<string, unknown>][][];
}

const each = (tool: string, all: Record<string, unknown>[]): Scenario['steps'] =>
  all.map((args) => [[tool, args]]);
const ticket = (summary: string): Record<string, unknown> => ({
  customer_id: 'cus_8123',
  queue: 'billing',
  summary,
});

export const SCENARIOS: Record<string, Scenario> = {
  ok: {
    prompt: 'What is the weather in Sao Paulo and what is 120 EUR in USD?',
    offered: ['get_weather', 'convert_currency'],
    steps: [
      [['get_weather', { city: 'São Paulo', options: { units: 'metric', days: [1, 2] } }]],
      [['convert_currency', { amount: 120, from: 'EUR', to: 'USD' }]],
    ],
  },
  'loop-empty': {
    prompt: 'Find my refunded orders',
    offered: ['search_orders'],
    steps: each(
      'search_orders',
      Array.from({ length: 5 }, () => ({ customer_id: 'cus_8123', status: 'refunded' })),
    ),
  },
  'loop-reworded': {
    prompt: 'How do refunds work?',
    offered: ['search_docs'],
    steps: each('search_docs', [
      { query: 'refund policy' },
      { query: 'refund policy for customers' },
      { query: "what is the customer's refund policy" },
      { query: 'policy on refunds (customers)' },
    ]),
  },
  validation: {
    prompt: 'Book a delivery',
    offered: ['book_slot'],
    steps: each(
      'book_slot',
      ['31/12/2026', '31-12-2026', 'Dec 31 2026', '2026-12-31'].map((date) => ({ date, slot: 2 })),
    ),
  },
  timeouts: {
    prompt: 'I was charged twice',
    offered: ['create_ticket'],
    steps: each('create_ticket', [
      ticket('Customer was charged twice'),
      ticket('Double charge reported by the customer'),
      ticket('Duplicate charge, please check'),
      ticket('Customer says: "charged two times"'),
    ]),
  },
  parallel: {
    prompt: 'Price and stock of A-1?',
    offered: ['get_price', 'get_stock'],
    steps: [
      [
        ['get_price', { sku: 'A-1' }],
        ['get_price', { sku: 'A-1' }],
        ['get_stock', { sku: 'A-1' }],
      ],
    ],
  },
  'unknown-tool': {
    prompt: 'Show invoice 77',
    offered: ['get_price'],
    steps: each('lookup_invoice', [{ invoice: '77' }, { invoice: '77' }]),
  },
  oscillation: {
    prompt: 'Fix the failing test',
    offered: ['read_file', 'run_tests'],
    steps: [0, 1, 2].flatMap(() => [
      [['read_file', { path: 'src/answer.ts' }]],
      [['run_tests', { suite: 'unit' }]],
    ]) as Scenario['steps'],
  },
  poll: {
    prompt: 'Wait for job 9',
    offered: ['check_status'],
    steps: each(
      'check_status',
      Array.from({ length: 4 }, () => ({ job: 'job-9' })),
    ),
  },
  'error-text': {
    prompt: 'Summarise the page',
    offered: ['fetch_page'],
    steps: each(
      'fetch_page',
      Array.from({ length: 3 }, () => ({ url: 'https://example.test/a' })),
    ),
  },
};

export const ANSWER = 'Done: here is the answer.';

/** Tokens of the model's step; the cached ones are part of the input. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number;
}

function usageOf(step: number): Usage {
  return {
    input_tokens: 100 + 25 * step,
    output_tokens: 10 + step,
    cache_read_input_tokens: step === 0 ? 0 : 40,
  };
}

export interface Step {
  n: number;
  calls: Call[];
  usage: Usage;
}

interface Done {
  tool: string;
  args: Record<string, unknown>;
  outcome: Record<string, unknown>;
}

/** The scripted model and the tools of one scenario; what happened is the truth that spans are held against. */
export class Turn {
  readonly scenario: string;
  readonly session: string;
  readonly user = 'user-42';
  readonly prompt: string;
  readonly tools: Tool[];
  private readonly script: Scenario;
  private readonly idPrefix: string;
  private readonly asked: { batch: number; call: Call }[] = [];
  private readonly done: Done[] = [];
  private requests = 0;

  constructor(emitter: string, scenario: string, idPrefix: string) {
    const script = SCENARIOS[scenario];
    if (script === undefined) throw new Error(`no scenario ${scenario}`);
    this.scenario = scenario;
    this.session = `sess-${emitter}-${scenario}`;
    this.script = script;
    this.idPrefix = idPrefix;
    this.prompt = script.prompt;
    this.tools = script.offered.map((name) => this.toolOf(name));
  }

  /** Each request is answered with the next step; no calls means the final answer. */
  next(): Step {
    const n = this.requests;
    this.requests += 1;
    const short = this.scenario.replace('-', '').slice(0, 6);
    const calls = (this.script.steps[n] ?? []).map(([tool, args], at) => ({
      id: `${this.idPrefix}_${short}_${n}${at}`,
      tool,
      args,
    }));
    this.asked.push(...calls.map((call) => ({ batch: n, call })));
    return { n, calls, usage: usageOf(n) };
  }

  private toolOf(name: string): Tool {
    const [description, parameters, implementation] = IMPLEMENTED[name]!;
    return {
      name,
      description,
      parameters,
      run: async (args) => {
        const nth = this.done.filter(({ tool }) => tool === name).length;
        const done: Done = { tool: name, args, outcome: {} };
        this.done.push(done);
        await new Promise((resolve) => setTimeout(resolve, 2));
        try {
          const result = implementation(args, nth);
          done.outcome = { result, ...judge(result) };
          return result;
        } catch (error) {
          done.outcome = { outcome: 'error', error_kind: 'thrown', error: String(error) };
          throw error;
        }
      },
    };
  }

  /** What was asked for joined with what the tools did, in the order of asking. */
  truth(): Record<string, unknown> {
    const left = [...this.done];
    const offered = this.script.offered;
    const calls = this.asked.map(({ batch, call }, seq) => {
      const base = { seq, tool: call.tool, call_id: call.id, args: call.args, batch };
      const at = left.findIndex(
        ({ tool, args }) =>
          tool === call.tool && JSON.stringify(sorted(args)) === JSON.stringify(sorted(call.args)),
      );
      if (at >= 0) return { ...base, executed: true, ...left.splice(at, 1)[0]!.outcome };
      return offered.includes(call.tool)
        ? { ...base, executed: false, outcome: 'unknown' }
        : { ...base, executed: false, outcome: 'error', error_kind: 'unknown_tool' };
    });
    if (left.length > 0) throw new Error(`a tool ran unasked: ${JSON.stringify(left)}`);
    const usages = Array.from({ length: this.requests }, (_, step) => usageOf(step));
    const sum = (key: keyof Usage): number => usages.reduce((all, one) => all + one[key], 0);
    return {
      model_calls: this.requests,
      usage: {
        input_tokens: sum('input_tokens'),
        output_tokens: sum('output_tokens'),
        cache_read_input_tokens: sum('cache_read_input_tokens'),
      },
      usage_per_model_call: usages.map((usage, step) => ({
        ...usage,
        finish: step < this.script.steps.length ? 'tool-calls' : 'stop',
      })),
      tool_calls: calls,
    };
  }
}

function judge(result: unknown): Record<string, unknown> {
  if (Array.isArray(result) && result.length === 0) return { outcome: 'empty' };
  const error =
    typeof result === 'string' && result.startsWith('Error: ')
      ? result
      : (result as { error?: string }).error;
  return error === undefined
    ? { outcome: 'ok' }
    : { outcome: 'error', error_kind: 'returned', error };
}

function sorted(args: Record<string, unknown>): unknown {
  return Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
