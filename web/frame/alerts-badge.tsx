import { useQuery } from '@tanstack/react-query';

import { openAlertsQuery } from '../api/alert-queries.ts';
import { formatCount } from '../format/number.ts';
import { FRAME } from '../text/frame.ts';
import classes from './frame.module.css';

/** How many alerts fire, beside the name of their page. */
export function AlertsBadge() {
  const { data } = useQuery(openAlertsQuery());
  const firing = data?.items.filter(({ state }) => state === 'firing').length ?? 0;
  if (firing === 0) return null;
  const count = `${formatCount(firing)}${data?.next_cursor === null ? '' : '+'}`;
  return (
    <span className={classes['badge']}>
      {count}
      <span className={classes['unseen']}> {FRAME.firing}</span>
    </span>
  );
}
