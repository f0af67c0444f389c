import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { makeDirectory } from '@loopscope/sql';
import { mendLog } from './mend-log.ts';
import { isBusy, isCorrupt, SpoolError } from './spool-error.ts';

/** The open file. This process alone holds it, until it is closed or the process dies. */
export interface SpoolFile {
  database: DatabaseSync;
  path: string;
  /** Of this file, so that the tokens of two collectors never meet. */
  installId: string;
  /** What is written to a file that was deleted, or moved, nobody reads again. @throws {SpoolError} `spool_gone` */
  mustBeInPlace(): void;
  /** Writes next to nothing, safely on the disk. */
  tryToWrite(): void;
}

export interface OpenedFile {
  file: SpoolFile;
  /** What lay there and was no spool that could be read, by its new name. */
  movedAside: string | null;
  /** Where the log lies that was damaged, and was mended. */
  mendedLog: string | null;
}

const VERSION = 1;
/** "LOOP": tells our files from those of others. */
const APPLICATION_ID = 0x4c4f4f50;
const PAGE_BYTES = 16 * 1024;
/** Pages of the log before they are copied into the file: 16 MB. */
const CHECKPOINT_PAGES = 1_024;
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;
const CACHE_KIB = 16 * 1024;

const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  -- Rows of one request, or of a part of it, as they will be inserted. A batch is inserted and deleted as a whole.
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch INTEGER NOT NULL,
    received_ms INTEGER NOT NULL,
    spans INTEGER NOT NULL,
    fresh INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    lines BLOB NOT NULL,
    rejected_lines BLOB NOT NULL
  );
  -- Requests taken lately and what was said to them, so that they are known when they come again.
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    body TEXT NOT NULL,
    spans INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    message TEXT NOT NULL,
    span_keys BLOB NOT NULL
  );
`;

/** What is in the spool is added up from this, so that a start reads no rows. A spool of an older version has none. */
const SIZES = 'CREATE INDEX IF NOT EXISTS chunk_sizes ON chunks (id, fresh, bytes)';

/**
 * Opens the spool at `path` or makes a new one. A file that is damaged or somebody else's is moved aside, never deleted.
 * @throws {SpoolError} `spool_in_use`, `spool_unusable`
 */
export function openSpoolFile(path: string, nowMs: number): OpenedFile {
  const absolute = resolve(path);
  try {
    makeDirectory(dirname(absolute));
    const mendedLog = mendLogOf(absolute, nowMs);
    return { file: connect(absolute), movedAside: null, mendedLog };
  } catch (error) {
    if (!isCorrupt(error) && !(error instanceof ForeignFileError)) throw openingFault(error, path);
  }
  try {
    const movedAside = moveAside(absolute, nowMs);
    return { file: connect(absolute), movedAside, mendedLog: null };
  } catch (error) {
    throw openingFault(error, path);
  }
}

/** Gives the file and its log a name that says what happened to them. They must be closed. */
export function moveAside(path: string, nowMs: number): string {
  const aside = nameAside(path, nowMs);
  renameSync(path, aside);
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
  return aside;
}

function nameAside(path: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const stem = `${path}.damaged-${stamp}`;
  let aside = stem;
  for (let number = 2; existsSync(aside); number += 1) aside = `${stem}-${number}`;
  return aside;
}

/** Where the log as it was found is kept now; null where it is well. Throws what opening does where the file is in use. */
function mendLogOf(path: string, nowMs: number): string | null {
  const log = `${path}-wal`;
  const found = existsSync(log) ? readFileSync(log) : Buffer.alloc(0);
  const mended = mendLog(found, PAGE_BYTES);
  if (mended === null) return null;
  // Nobody else has it; closing takes the log away, and its whole pages may be written once more.
  unlessCorrupt(() => connect(path).database.close());
  const aside = nameAside(log, nowMs);
  writeFileSync(aside, found, { flush: true });
  writeFileSync(log, mended, { flush: true });
  return aside;
}

function unlessCorrupt(open: () => void): void {
  try {
    open();
  } catch (error) {
    if (!isCorrupt(error)) throw error;
  }
}

class ForeignFileError extends Error {}

function connect(path: string): SpoolFile {
  const database = new DatabaseSync(path);
  try {
    // Before anything is written: what is not ours stays as it is.
    const isNew = checkForm(database, path);
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA page_size = ${PAGE_BYTES}`);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.exec(`PRAGMA journal_size_limit = ${LOG_LIMIT_BYTES}`);
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    database.exec('BEGIN IMMEDIATE');
    if (isNew) makeTables(database);
    database.exec(SIZES);
    const row = database.prepare("SELECT value FROM meta WHERE name = 'install_id'").get();
    database.exec('COMMIT');
    const { ino } = statSync(path);
    const mustBeInPlace = (): void => {
      const now = statSync(path, { throwIfNoEntry: false });
      if (now?.ino === ino) return;
      throw new SpoolError(
        'spool_gone',
        `The spool ${path} was moved or deleted under this process: put it back, or start again.`,
      );
    };
    const tryToWrite = (): void =>
      database.exec("INSERT OR REPLACE INTO meta VALUES ('tried', datetime('now'))");
    return { database, path, installId: String(row?.['value']), mustBeInPlace, tryToWrite };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** True where there is nothing in it yet. Throws where it is not a spool that we can read. */
function checkForm(database: DatabaseSync, path: string): boolean {
  const version = pragma(database, 'user_version');
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get();
  if (version === 0 && tables?.['count'] === 0) return true;
  if (pragma(database, 'application_id') !== APPLICATION_ID) {
    throw new ForeignFileError(`${path} is a database of something else`);
  }
  if (version <= VERSION) return false;
  throw new SpoolError(
    'spool_unusable',
    `The spool ${path} was written by a newer Loopscope (its form is ${version}, known is ${VERSION}); start that one to empty it.`,
  );
}

function makeTables(database: DatabaseSync): void {
  database.exec(SCHEMA);
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
  database.prepare("INSERT INTO meta VALUES ('install_id', ?)").run(randomUUID());
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function openingFault(error: unknown, path: string): SpoolError {
  if (error instanceof SpoolError) return error;
  if (isBusy(error)) {
    return new SpoolError(
      'spool_in_use',
      `The spool ${path} is in use by another collector; stop that one or choose another LOOPSCOPE_DATA_DIR.`,
      { cause: error },
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return new SpoolError('spool_unusable', `The spool ${path} cannot be opened: ${message}`, {
    cause: error,
  });
}
