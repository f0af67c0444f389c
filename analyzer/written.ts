import { hash } from 'node:crypto';

/** What this process has written lately, so that a growing turn does not rewrite its unchanged rows. */
export interface Written {
  /** True where the row stands in the store as it was written here, versions aside. */
  stands(key: string, storedVersion: string | undefined, content: string): boolean;
  note(key: string, version: string, content: string): void;
}

const MAX_ROWS = 100_000;

export function createWritten(): Written {
  const rows = new Map<string, { version: string; digest: string }>();
  return {
    stands(key, storedVersion, content) {
      const row = rows.get(key);
      return row !== undefined && row.version === storedVersion && row.digest === digest(content);
    },
    note(key, version, content) {
      rows.delete(key);
      rows.set(key, { version, digest: digest(content) });
      for (const oldest of rows.keys()) {
        if (rows.size <= MAX_ROWS) break;
        rows.delete(oldest);
      }
    },
  };
}

function digest(content: string): string {
  return hash('sha1', content, 'base64');
}
