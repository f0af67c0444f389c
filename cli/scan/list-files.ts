import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Something to read: named by the user, or found in a folder that was. */
export interface Listed {
  path: string;
  isNamed: boolean;
}

const RECORDS = /\.(json|jsonl|ndjson|traj)(\.gz)?$/i;

/** The files to read, folders opened: in them every `.json`, `.jsonl`, `.ndjson` and `.traj`, gzipped or not, in order of name. */
export function listFiles(paths: readonly string[]): Listed[] {
  return paths.flatMap((path) => {
    const isFolder = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory();
    return isFolder === true ? listFolder(path) : { path, isNamed: true };
  });
}

function listFolder(folder: string): Listed[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
      if (entry.isDirectory()) return listFolder(path);
      return entry.isFile() && RECORDS.test(entry.name) ? { path, isNamed: false } : [];
    });
}
