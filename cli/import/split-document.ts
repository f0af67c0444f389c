import { tooLong, type RawRecord } from './raw-record.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How the records of a document lie in it. */
interface Layout {
  /** Brackets that are open where a record begins. */
  depth: number;
  /** Makes a record's text a document of its own. */
  complete(text: string): string;
}

/**
 * The elements of one JSON array, each a record; of an OTLP request, each resource as a request of its
 * own; of any other object, the object itself. Only brackets and quotes are looked at: what is wrong
 * inside a record is found when it is parsed, and the next one is read all the same.
 */
export async function* splitDocument(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<RawRecord> {
  let cutter: Cutter | null = null;
  for await (const chunk of chunks) {
    cutter ??= new Cutter(layoutOf(chunk), maxBytes);
    yield* cutter.read(chunk);
  }
  if (cutter?.isWithinRecord === true) {
    yield { line: cutter.line, text: '', problem: 'the file ends within this record' };
  }
}

function layoutOf(head: Buffer): Layout {
  const text = head.toString('utf8', 0, 1024);
  if (/^\s*\[/.test(text)) return { depth: 1, complete: (record) => record };
  if (/^\s*\{\s*"resource_?spans"\s*:\s*\[/i.test(text)) {
    return { depth: 2, complete: (record) => `{"resourceSpans":[${record}]}` };
  }
  return { depth: 0, complete: (record) => record };
}

class Cutter {
  readonly #layout: Layout;
  readonly #maxBytes: number;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #recordLine = 1;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(layout: Layout, maxBytes: number) {
    this.#layout = layout;
    this.#maxBytes = maxBytes;
  }

  get isWithinRecord(): boolean {
    return this.#depth > this.#layout.depth;
  }

  /** Where the record that is being read began. */
  get line(): number {
    return this.#recordLine;
  }

  *read(chunk: Buffer): Generator<RawRecord> {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (byte === NEWLINE) this.#line += 1;
      if (this.#inString) this.#readString(byte);
      else if (byte === QUOTE) this.#inString = true;
      else if (OPENING.has(byte)) {
        if (this.#depth === this.#layout.depth) {
          start = index;
          this.#recordLine = this.#line;
        }
        this.#depth += 1;
      } else if (CLOSING.has(byte)) {
        const isLast = this.#depth === this.#layout.depth + 1;
        this.#depth = Math.max(0, this.#depth - 1);
        if (isLast) yield this.#finish(chunk.subarray(start, index + 1));
      }
    }
    if (this.isWithinRecord) this.#keep(chunk.subarray(start));
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) this.#parts.push(part);
    else this.#parts = [];
  }

  #finish(lastPart: Buffer): RawRecord {
    this.#keep(lastPart);
    const tooBig = this.#size > this.#maxBytes;
    const text = tooBig ? '' : this.#layout.complete(Buffer.concat(this.#parts).toString('utf8'));
    this.#parts = [];
    this.#size = 0;
    return { line: this.#recordLine, text, problem: tooBig ? tooLong(this.#maxBytes) : '' };
  }
}
