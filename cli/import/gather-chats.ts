import { detectForm } from './detect-form.ts';
import { parseRecord } from './parse-record.ts';
import { tooLong, type RawRecord } from './raw-record.ts';
import { isTranscriptLine, sessionOf, Transcript } from './transcript.ts';

/** Lines without a message that a session's log may begin with. */
const MAX_HEAD = 50;

/**
 * Makes one record of messages that came as records of their own: an array of messages over many lines, or the log of a session with one
 * message a line. Records of any other kind are passed on as they are.
 */
export async function* gatherChats(
  records: AsyncIterable<RawRecord>,
  maxBytes: number,
): AsyncGenerator<RawRecord> {
  const head: RawRecord[] = [];
  let isDecided = false;
  let chats: Chats | null = null;
  for await (const record of records) {
    if (chats !== null) {
      yield* chats.add(record);
      continue;
    }
    if (isDecided) {
      yield record;
      continue;
    }
    head.push(record);
    const { values } = parseRecord(record);
    const isOfMessages = values.length === 1 && isTranscriptLine(values[0]);
    isDecided = isOfMessages || values.some((value) => detectForm(value) !== null);
    if (!isDecided && head.length < MAX_HEAD) continue;
    isDecided = true;
    if (isOfMessages) chats = new Chats(maxBytes);
    for (const earlier of head.splice(0)) yield* chats?.add(earlier) ?? [earlier];
  }
  yield* chats?.finish() ?? head;
}

interface Gathered {
  line: number;
  transcript: Transcript;
}

class Chats {
  readonly #maxBytes: number;
  readonly #bySession = new Map<string, Gathered>();
  #bytes = 0;
  /** Of the line before: some lines of a log do not name their session. */
  #session = '';

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Gives a record back that is no message, so that it is named. */
  *add(record: RawRecord): Generator<RawRecord> {
    const { values, problem } = parseRecord(record);
    this.#bytes += record.text.length;
    if (problem !== '') yield record;
    else if (this.#bytes > this.#maxBytes) yield { ...record, problem: tooLong(this.#maxBytes) };
    else for (const value of values) this.#chatOf(value, record.line).transcript.add(value);
  }

  *finish(): Generator<RawRecord> {
    for (const { line, transcript } of this.#bySession.values()) {
      if (!transcript.isEmpty) yield { line, text: transcript.toText(), problem: '' };
    }
  }

  #chatOf(value: unknown, line: number): Gathered {
    this.#session = sessionOf(value) || this.#session;
    const known = this.#bySession.get(this.#session);
    if (known !== undefined) return known;
    const gathered = { line, transcript: new Transcript(this.#session) };
    this.#bySession.set(this.#session, gathered);
    return gathered;
  }
}
