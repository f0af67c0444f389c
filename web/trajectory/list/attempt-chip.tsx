import { formatCount } from '../../format/number.ts';
import classes from '../chips.module.css';

/** Attempts from which the chip stands out. */
const WATCH_FROM = 6;

/** A number of attempts; the more, the heavier. */
export function AttemptChip({ attempt, prefix }: { attempt: number; prefix?: string }) {
  const weight = attempt <= 1 ? 'plain' : attempt < WATCH_FROM ? 'repeat' : 'watch';
  return (
    <span className={classes['attempt']} data-weight={weight}>
      {prefix === undefined ? null : `${prefix} `}
      {formatCount(attempt)}
    </span>
  );
}
