import { detectForm, isMessage } from './detect-form.ts';
import { firstText, isRecord, toJsonText } from './json-text.ts';

type Line = Record<string, unknown>;

/** Keys under which a line of a session's log keeps its message (Claude Code; Codex). */
const ENVELOPES = ['message', 'payload'] as const;

const SESSION_KEYS = ['sessionId', 'session_id', 'conversation_id', 'thread_id'] as const;

/** A message of a chat that stands alone, bare or in the envelope of a session's log. */
export function isTranscriptLine(value: unknown): value is Line {
  return isRecord(value) && detectForm(value) === null && messageIn(value) !== null;
}

/** The session that a line names; empty where it names none. */
export function sessionOf(value: unknown): string {
  return isRecord(value) ? firstText(value, SESSION_KEYS) : '';
}

/** Gathers the lines of one session into one chat. Lines that hold no message tell at most which session and model it is. */
export class Transcript {
  readonly #messages: Line[] = [];
  /** Where the answer stands of which each block came as a line of its own. */
  readonly #answers = new Map<string, Line>();
  #session: string;
  #model = '';

  constructor(session: string) {
    this.#session = session;
  }

  add(value: unknown): void {
    if (!isRecord(value)) return;
    const message = messageIn(value);
    if (message === null) this.#readHead(value);
    else if (!isAside(value)) this.#addMessage(message, value);
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** As a record of the form `chat`. */
  toText(): string {
    if (this.#session === '' && this.#model === '') return toJsonText(this.#messages);
    const model = this.#model === '' ? {} : { model: this.#model };
    const id = this.#session === '' ? {} : { id: this.#session };
    return toJsonText({ ...id, ...model, messages: this.#messages });
  }

  #addMessage(message: Line, line: Line): void {
    const id = message['role'] === 'assistant' ? firstText(message, ['id']) : '';
    const begun = id === '' ? undefined : this.#answers.get(id);
    if (begun !== undefined && Array.isArray(begun['content'])) {
      if (Array.isArray(message['content'])) begun['content'].push(...message['content']);
      // Each block's line repeats what the answer has used so far.
      for (const key of ['usage', 'stop_reason']) begun[key] = message[key] ?? begun[key];
      return;
    }
    const at = message['timestamp'] ?? line['timestamp'];
    const own: Line = { ...message, ...(at === undefined ? {} : { timestamp: at }) };
    if (Array.isArray(own['content'])) own['content'] = [...own['content']];
    if (id !== '') this.#answers.set(id, own);
    this.#messages.push(own);
  }

  /** A log's first line, or one that begins a turn, tells what holds for the messages after it. */
  #readHead(line: Line): void {
    const { payload } = line;
    if (!isRecord(payload)) return;
    if (this.#session === '' && line['type'] === 'session_meta') {
      this.#session = firstText(payload, ['id']);
    }
    this.#model ||= firstText(payload, ['model']);
  }
}

function messageIn(line: Line): Line | null {
  if (isMessage(line)) return line;
  const inside = ENVELOPES.map((key) => line[key]).find((value) => isMessage(value));
  return isRecord(inside) ? inside : null;
}

/** What the harness wrote in the user's name begins no turn and answers nothing. */
function isAside(line: Line): boolean {
  return line['isMeta'] === true;
}
