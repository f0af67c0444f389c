import { Link } from '@tanstack/react-router';

import { formatCount } from '../format/number.ts';
import { kindName, kindWord } from '../text/loops.ts';
import { OVERVIEW } from '../text/overview.ts';
import classes from './kind-rows.module.css';
import type { KindRow } from './prepare-kind-rows.ts';

const HEIGHT = 24;

/** A row for each kind of loop: when it happened, how often, and the way to its turns. */
export function KindRows({ rows, axis }: { rows: readonly KindRow[]; axis: readonly string[] }) {
  if (rows.length === 0) return <p className={classes['none']}>{OVERVIEW.kinds.none}</p>;
  return (
    <ol className={classes['rows']}>
      {rows.map((row) => (
        <li key={row.kind}>
          <Link
            to="/turns"
            search={{ loop: [row.kind] }}
            className={classes['row']}
            title={OVERVIEW.kinds.row(kindName(row.kind), row.total, row.peak)}
          >
            <span className={classes['kind']}>{kindWord(row.kind)}</span>
            <Bars heights={row.heights} />
            <span className={classes['total']}>{formatCount(row.total)}</span>
          </Link>
        </li>
      ))}
      <li className={classes['axis']} aria-hidden>
        {axis.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </li>
    </ol>
  );
}

function Bars({ heights }: { heights: readonly number[] }) {
  return (
    <svg
      className={classes['bars']}
      viewBox={`0 0 ${heights.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {heights.map((height, at) =>
        height === 0 ? null : (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- steps never move
            key={at}
            x={at + 0.1}
            width={0.8}
            y={HEIGHT - Math.max(2, height * HEIGHT)}
            height={Math.max(2, height * HEIGHT)}
          />
        ),
      )}
    </svg>
  );
}
