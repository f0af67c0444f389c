/** Of SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** Sums are over little-endian words; with the last bit set over big-endian ones. */
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
const SALTS = { head: 16, frame: 8, bytes: 8 };
const SUMMED = { head: 24, frame: 8 };

type Sums = readonly [number, number];
const START: Sums = [0, 0];

/**
 * SQLite reads its log up to the first frame whose checksum is wrong, as if everything behind were a write that a crash cut
 * short. Where transactions stand behind it that were begun after others had been synced, that is no crash but damage: then
 * this is the log with sums that are right again, so that all frames are read. Null where there is nothing to mend.
 * What a damaged frame holds is for others to judge.
 */
export function mendLog(log: Buffer, usualPageBytes: number): Buffer | null {
  const layout = readLayout(log, usualPageBytes);
  const { frames, isLive, isCommit } = layout;
  const end = frames.findLastIndex(isLive) + 1;
  const cut = firstWrongFrame(log, layout, end);
  if (cut === null) return null;
  // A frame behind a commit was written when the commit was on the disk.
  const isSynced = frames.slice(cut, Math.max(cut, end - 1)).some(isCommit);
  if (!isSynced) return null;
  const lastCommit = frames.slice(0, end).findLast(isCommit);
  return lastCommit === undefined ? null : writeSums(log, layout, lastCommit);
}

interface Layout {
  frameBytes: number;
  isBigEndian: boolean;
  salts: Buffer;
  isHeadRight: boolean;
  /** Where each frame begins. */
  frames: number[];
  /** Of this log, not left from an earlier one. */
  isLive: (frame: number) => boolean;
  isCommit: (frame: number) => boolean;
}

function readLayout(log: Buffer, usualPageBytes: number): Layout {
  const isWhole = log.length >= HEAD_BYTES + FRAME_HEAD_BYTES;
  const isBigEndian = isWhole && log.readUInt32BE(0) === MAGIC + 1;
  const isHeadRight =
    isWhole && equal(sum(log.subarray(0, SUMMED.head), START, isBigEndian), readSums(log, 24));
  const pageBytes = isHeadRight ? log.readUInt32BE(8) : usualPageBytes;
  const frameBytes = FRAME_HEAD_BYTES + pageBytes;
  const count = Math.max(0, Math.floor((log.length - HEAD_BYTES) / frameBytes));
  const frames = Array.from({ length: count }, (_, index) => HEAD_BYTES + index * frameBytes);
  const from = isHeadRight ? SALTS.head : HEAD_BYTES + SALTS.frame;
  const salts = Buffer.from(log.subarray(from, from + SALTS.bytes));
  const isLive = (frame: number): boolean =>
    log.subarray(frame + SALTS.frame, frame + SALTS.frame + SALTS.bytes).equals(salts);
  // The size of the file after the transaction; 0 within it.
  const isCommit = (frame: number): boolean => isLive(frame) && log.readUInt32BE(frame + 4) !== 0;
  return { frameBytes, isBigEndian, salts, isHeadRight, frames, isLive, isCommit };
}

/** Index of the first frame that SQLite would not read; null where it reads all that are live. */
function firstWrongFrame(log: Buffer, layout: Layout, end: number): number | null {
  const { frames, isHeadRight, isLive } = layout;
  if (!isHeadRight) return 0;
  let sums = readSums(log, 24);
  for (const [index, frame] of frames.slice(0, end).entries()) {
    sums = sumFrame(log, { frame, sums, ...layout });
    if (!isLive(frame) || !equal(sums, readSums(log, frame + 16))) return index;
  }
  return null;
}

interface Place extends Pick<Layout, 'frameBytes' | 'isBigEndian'> {
  frame: number;
  /** Of all that stands before. */
  sums: Sums;
}

function sumFrame(log: Buffer, { frame, frameBytes, sums, isBigEndian }: Place): Sums {
  const head = sum(log.subarray(frame, frame + SUMMED.frame), sums, isBigEndian);
  return sum(log.subarray(frame + FRAME_HEAD_BYTES, frame + frameBytes), head, isBigEndian);
}

/** A copy up to the frame given, in which every sum is that of what stands there. */
function writeSums(log: Buffer, layout: Layout, last: number): Buffer {
  const { frames, frameBytes, isBigEndian, isHeadRight, salts } = layout;
  const mended = Buffer.from(log.subarray(0, last + frameBytes));
  if (!isHeadRight) {
    mended.writeUInt32BE(isBigEndian ? MAGIC + 1 : MAGIC, 0);
    mended.writeUInt32BE(VERSION, 4);
    mended.writeUInt32BE(frameBytes - FRAME_HEAD_BYTES, 8);
    salts.copy(mended, SALTS.head);
    writePair(mended, 24, sum(mended.subarray(0, SUMMED.head), START, isBigEndian));
  }
  let sums = readSums(mended, 24);
  for (const frame of frames.filter((at) => at <= last)) {
    salts.copy(mended, frame + SALTS.frame);
    sums = sumFrame(mended, { frame, sums, frameBytes, isBigEndian });
    writePair(mended, frame + 16, sums);
  }
  return mended;
}

function sum(bytes: Buffer, [first, second]: Sums, isBigEndian: boolean): Sums {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, two] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + words.getUint32(at, !isBigEndian) + two) >>> 0;
    two = (two + words.getUint32(at + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, two];
}

const equal = (a: Sums, b: Sums): boolean => a[0] === b[0] && a[1] === b[1];
const readSums = (log: Buffer, at: number): Sums => [
  log.readUInt32BE(at),
  log.readUInt32BE(at + 4),
];

function writePair(log: Buffer, at: number, [one, two]: Sums): void {
  log.writeUInt32BE(one, at);
  log.writeUInt32BE(two, at + 4);
}
