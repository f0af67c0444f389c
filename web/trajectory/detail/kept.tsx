import { formatShort } from '../../format/number.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import classes from './step-detail.module.css';

/** A collector keeps at least so much of every text: what is shorter and was received longer is still on its way. */
const FEWEST_KEPT = 64 * 1024;

/** Says so where the collector kept the beginning of a text only. */
export function Kept({ text, received }: { text: string | null; received: number | undefined }) {
  if (text === null || received === undefined) return null;
  if (text.length < FEWEST_KEPT || received <= text.length) return null;
  return (
    <p className={classes['kept']}>
      {TRAJECTORY.detail.kept(formatShort(text.length), formatShort(received))}
    </p>
  );
}
