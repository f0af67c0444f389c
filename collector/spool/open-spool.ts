import { DatabaseSync } from 'node:sqlite';
import { isCorrupt } from './spool-error.ts';
import { moveAside, openSpoolFile, type SpoolFile } from './spool-file.ts';
import { openSpool, type Spool, type SpoolOptions } from './spool.ts';

export interface OpenedSpool {
  spool: Spool;
  /** Null where all was well. */
  damage: Damage | null;
}

export interface Damage {
  /** Where the damaged file, or its log, lies now. */
  aside: string;
  /** Spans that could be read, and go on. */
  rescued: number;
}

export interface SpoolPlace extends Omit<SpoolOptions, 'file'> {
  path: string;
}

/**
 * The spool at a path. Where the file is damaged, it is moved aside and what can be read of it goes on in a new one.
 * @throws {SpoolError}
 */
export function openSpoolAt({ path, ...options }: SpoolPlace, nowMs: number): OpenedSpool {
  const { file, movedAside, mendedLog } = openSpoolFile(path, nowMs);
  try {
    const copied = movedAside === null ? 0 : rescue(movedAside, file);
    const spool = openSpool({ ...options, file });
    const aside = movedAside ?? mendedLog;
    const rescued = movedAside === null ? spool.occupancy().fresh : copied;
    return { spool, damage: aside === null ? null : { aside, rescued } };
  } catch (error) {
    file.database.close();
    if (!isCorrupt(error)) throw error;
    return replaceDamaged({ path, ...options }, nowMs);
  }
}

/** For a file that turned out to be damaged and is closed again. */
export function replaceDamaged({ path, ...options }: SpoolPlace, nowMs: number): OpenedSpool {
  const aside = moveAside(path, nowMs);
  const { file } = openSpoolFile(path, nowMs);
  const rescued = rescue(aside, file);
  return { spool: openSpool({ ...options, file }), damage: { aside, rescued } };
}

/** More neighbours in a row than this are not tried: nothing is left then. */
const MAX_GAP = 1_000;

/** Copies each chunk that can be read; answers how many spans that were. */
function rescue(aside: string, into: SpoolFile): number {
  let spans = 0;
  let source: DatabaseSync | null = null;
  try {
    source = new DatabaseSync(aside);
    const insert = into.database.prepare('INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    into.database.exec('BEGIN IMMEDIATE');
    keepInstallId(source, into);
    for (const row of readableChunks(source)) {
      insert.run(...COLUMNS.map((name) => row[name] ?? null));
      spans += Number(row['spans']);
    }
    into.database.exec('COMMIT');
  } catch (error) {
    if (into.database.isTransaction) into.database.exec('ROLLBACK');
    if (!isCorrupt(error)) throw error;
    spans = 0;
  } finally {
    source?.close();
  }
  return spans;
}

const COLUMNS = [
  'id',
  'batch',
  'received_ms',
  'spans',
  'fresh',
  'bytes',
  'crc',
  'lines',
  'rejected_lines',
] as const;

/** Batches keep their tokens: some of them may have been inserted already. */
function keepInstallId(source: DatabaseSync, into: SpoolFile): void {
  const row = unlessCorrupt(() =>
    source.prepare("SELECT value FROM meta WHERE name = 'install_id'").get(),
  );
  if (row === undefined) return;
  into.installId = String(row['value']);
  into.database.prepare("UPDATE meta SET value = ? WHERE name = 'install_id'").run(into.installId);
}

function* readableChunks(
  source: DatabaseSync,
): Generator<Record<string, null | string | number | bigint | Uint8Array>> {
  const next = source.prepare('SELECT * FROM chunks WHERE id > ? ORDER BY id LIMIT 1');
  const exact = source.prepare('SELECT * FROM chunks WHERE id = ?');
  let at = 0;
  for (let gap = 0; gap < MAX_GAP;) {
    const row = unlessCorrupt(() => next.get(at));
    if (row !== undefined) {
      gap = 0;
      at = Number(row['id']);
      yield row;
      continue;
    }
    at += 1;
    gap += 1;
    const alone = unlessCorrupt(() => exact.get(at));
    if (alone !== undefined) yield alone;
  }
}

function unlessCorrupt<Row>(read: () => Row | undefined): Row | undefined {
  try {
    return read();
  } catch (error) {
    if (isCorrupt(error)) return undefined;
    throw error;
  }
}
