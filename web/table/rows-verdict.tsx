import { VerdictPlace } from '../parts/verdict-line.tsx';
import classes from './rows-verdict.module.css';
import type { RowsVerdict as Verdict } from './say-rows.ts';

export interface RowsVerdictProps<Row> {
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  isAll: boolean;
  say: (rows: readonly Row[], isAll: boolean) => Verdict;
  /** Lines that it mostly takes on a phone. */
  lines: number;
}

/** What the list says, before the list. */
export function RowsVerdict<Row>({ rows, isAll, say, lines }: RowsVerdictProps<Row>) {
  return (
    <div className={classes['verdict']}>
      <VerdictPlace
        as="p"
        verdict={rows === undefined ? undefined : say(rows, isAll)}
        lines={[1, lines]}
      />
    </div>
  );
}
