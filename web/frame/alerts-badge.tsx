import { useQuery } from '@tanstack/react-query';

import { alertCountsQuery } from '../api/alert-counts.ts';
import { formatCount } from '../format/number.ts';
import { FRAME } from '../text/frame.ts';
import classes from './frame.module.css';

/** How many alerts fire, beside the name of their page. */
export function AlertsBadge() {
  const { data } = useQuery(alertCountsQuery());
  const firing = data?.firing ?? 0;
  if (firing === 0) return null;
  return (
    <span className={classes['badge']}>
      {formatCount(firing)}
      <span className={classes['unseen']}> {FRAME.firing}</span>
    </span>
  );
}
