import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** What one look at a path found. */
export type FileLook = { text: string } | { reason: string };

export interface FollowOptions {
  /** Pause between two looks. */
  everyMs: number;
  /** `fingerprintOf` the text that is in force; null where there was no file. */
  known: string | null;
}

/** Names a text, so that the same one is not taken twice. */
export const fingerprintOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Looks at a path again and again, by its name: a file that is made later, renamed over or reached by another link is
 * noticed like one that was written. What two looks in a row agree on is taken, so that nobody reads a file half written.
 * The answer stops it.
 */
export function followFile(
  path: string,
  { everyMs, known }: FollowOptions,
  take: (look: FileLook) => void,
): () => void {
  const notice = createNotice(known);
  let isStopped = false;
  let timer = setTimeout(look, everyMs).unref();
  function look(): void {
    void lookOnce();
  }
  async function lookOnce(): Promise<void> {
    const seen = await readLook(path);
    if (isStopped) return;
    if (notice(nameOf(seen))) take(seen);
    timer = setTimeout(look, everyMs).unref();
  }
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Whether a look is news: another than what was taken, and the same as the look before. */
export function createNotice(known: string | null): (seen: string) => boolean {
  let taken = known ?? ABSENT;
  let last = taken;
  return (seen) => {
    const isNews = seen === last && seen !== taken;
    last = seen;
    if (isNews) taken = seen;
    return isNews;
  };
}

const GONE = 'there is no such file any more';
const ABSENT = `! ${GONE}`;

const nameOf = (look: FileLook): string =>
  'text' in look ? fingerprintOf(look.text) : `! ${look.reason}`;

async function readLook(path: string): Promise<FileLook> {
  try {
    return { text: await readFile(path, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { reason: code === 'ENOENT' ? GONE : `it cannot be read (${code})` };
  }
}
