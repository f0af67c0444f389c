import { GUARD_NOTE, GUARD_NOTE_MEMBER } from '@loopscope/signature';

/** A text with a note behind it; the mark lets the note be told from the tool's own words. */
export function withNote(text: string, note: string): string {
  return `${text}${GUARD_NOTE}${note}`;
}

/**
 * A result with the note where its form has room for words: behind a text, behind the last text of content blocks, in an own member of an
 * object. Any other value is wrapped, since the model has to be told.
 */
export function noted(result: unknown, note: string): unknown {
  if (typeof result === 'string') return withNote(result, note);
  if (isBlocks(result)) return notedBlocks(result, note);
  if (Array.isArray(result) || typeof result !== 'object' || result === null) {
    return { result: result ?? null, [GUARD_NOTE_MEMBER]: note };
  }
  if ('content' in result && isBlocks(result.content)) {
    return { ...result, content: notedBlocks(result.content, note) };
  }
  return isPlain(result)
    ? { ...result, [GUARD_NOTE_MEMBER]: note }
    : { result, [GUARD_NOTE_MEMBER]: note };
}

/**
 * The error itself with the note behind its message: class, fields and stack stay what they are, and whoever catches it still knows it. What
 * is no error, or does not let itself be changed, stays without the note.
 */
export function notedError(error: unknown, note: string): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withNote(error, note) : error;
  try {
    const [said = ''] = error.message.split(GUARD_NOTE);
    error.message = withNote(said, note);
  } catch {
    // A frozen error is thrown on as it is.
  }
  return error;
}

interface TextBlock {
  type: string;
  text: string;
}

/** Content of MCP, of Anthropic and of OpenAI: a list of typed blocks. */
function isBlocks(value: unknown): value is readonly { type: string }[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (block: unknown) => isObject(block) && 'type' in block && typeof block.type === 'string',
    )
  );
}

function notedBlocks(blocks: readonly { type: string }[], note: string): unknown[] {
  const at = blocks.findLastIndex((block) => isText(block));
  const last = blocks[at];
  if (last === undefined || !isText(last))
    return [...blocks, { type: 'text', text: withNote('', note) }];
  const changed: TextBlock = { ...last, text: withNote(last.text, note) };
  return [...blocks.slice(0, at), changed, ...blocks.slice(at + 1)];
}

function isText(block: { type: string }): block is TextBlock {
  return 'text' in block && typeof block.text === 'string';
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
