import {
  UNNAMED_TOOL,
  type RecordedAnswer,
  type RecordedCall,
  type RecordedRun,
  type RecordedStep,
  type RecordedTurn,
} from './run.ts';

/** What a reader of messages tells the chat that it builds. */
export interface AskedCall {
  id: string;
  tool: string;
  args: string | null;
}

export interface GivenResult {
  /** Empty where the message does not say which call it answers: the oldest open one. */
  callId: string;
  result: string | null;
  isError: boolean | null;
  /** When the result came. */
  atMs: number | null;
}

const NO_ANSWER: RecordedAnswer = {
  text: '',
  model: '',
  finishReason: '',
  inputTokens: null,
  outputTokens: null,
  cachedInputTokens: null,
  atMs: null,
};

/** Builds the turns of one chat from its messages in order. */
export class ChatBuilder {
  readonly #agent: string;
  readonly #turns: RecordedTurn[] = [];
  #userMessages = 0;
  #task = '';
  #calls = 0;
  #model = '';
  /** Calls without a result yet, oldest first. */
  #open: RecordedCall[] = [];

  constructor(agent: string) {
    this.#agent = agent;
  }

  /** A new user message begins a new turn. */
  user(text: string): void {
    this.#userMessages += 1;
    if (this.#task === '') this.#task = text;
    this.#open = [];
  }

  /** One answer of the model with all the calls that it asks for. */
  answer(answer: Partial<RecordedAnswer>, asked: readonly AskedCall[]): void {
    const step: RecordedStep = { answer: { ...NO_ANSWER, ...answer }, calls: [] };
    this.#turn().steps.push(step);
    if (this.#model === '') this.#model = step.answer?.model ?? '';
    for (const call of asked) this.#ask(step, call);
  }

  /** One more call of the last answer: lists that give each call as an item of its own. */
  ask(call: AskedCall): void {
    const last = this.#turn().steps.at(-1);
    const isSameAnswer =
      last !== undefined && last.calls.every((earlier) => this.#open.includes(earlier));
    if (isSameAnswer) this.#ask(last, call);
    else this.answer({}, [call]);
  }

  result(given: GivenResult): void {
    // Ids are used again by some models: the latest open call of that id is the one answered.
    const call =
      given.callId === ''
        ? this.#open[0]
        : this.#open.findLast((candidate) => candidate.id === given.callId);
    if (call === undefined) return;
    this.#open = this.#open.filter((candidate) => candidate !== call);
    call.result = given.result;
    call.isError = given.isError;
    if (call.startMs !== null && given.atMs !== null && given.atMs >= call.startMs) {
      call.durationMs = given.atMs - call.startMs;
    }
  }

  build(
    head: Pick<RecordedRun, 'id' | 'dataset' | 'agentVersion' | 'model' | 'task'>,
  ): RecordedRun {
    return {
      ...head,
      agent: this.#agent,
      model: head.model || this.#model,
      task: head.task || this.#task,
      declarations: new Map(),
      turns: this.#turns.filter((turn) => turn.steps.length > 0),
    };
  }

  #turn(): RecordedTurn {
    const number = Math.max(1, this.#userMessages);
    const last = this.#turns.at(-1);
    if (last?.number === number) return last;
    const turn: RecordedTurn = { number, session: '', steps: [] };
    this.#turns.push(turn);
    return turn;
  }

  #ask(step: RecordedStep, asked: AskedCall): void {
    const call: RecordedCall = {
      ...asked,
      position: this.#calls,
      tool: asked.tool === '' ? UNNAMED_TOOL : asked.tool,
      agent: this.#agent,
      result: null,
      wholeResult: null,
      isError: null,
      errorText: '',
      errorType: '',
      effect: null,
      startMs: step.answer?.atMs ?? null,
      durationMs: null,
    };
    this.#calls += 1;
    step.calls.push(call);
    this.#open.push(call);
  }
}
