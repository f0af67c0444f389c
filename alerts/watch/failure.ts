import { RULE_BOUNDS, StoreError } from '@loopscope/sql';

/** A look that failed. */
export interface Failure {
  reason: string;
  atMs: number;
}

const { seconds, rows, memoryBytes } = RULE_BOUNDS;
const LESS = 'a shorter window, or a filter in `match`, reads less';

/** Engine codes of the bounds of one look -> what was too much. */
const TOO_MUCH: ReadonlyMap<number, string> = new Map([
  [159, `it took longer than ${seconds} s; ${LESS}`],
  [160, `it would have taken longer than ${seconds} s; ${LESS}`],
  [158, `it had to read more than ${rows.toLocaleString('en-US')} rows; ${LESS}`],
  [241, `it needed more than ${memoryBytes / 1e9} GB of memory; ${LESS}`],
]);

/** Why a rule could not be evaluated, in words for whoever wrote it. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof StoreError)) return error instanceof Error ? error.message : String(error);
  return TOO_MUCH.get(error.engineCode ?? 0) ?? error.message;
}
