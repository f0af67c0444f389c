import type { Overview } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';

import { HelpHint } from '../../parts/help-hint.tsx';
import { OVERVIEW } from '../../text/overview.ts';
import classes from './overview-page.module.css';
import { prepareNumbers } from './prepare-numbers.ts';

type Totals = { current: Overview; before: Overview } | undefined;

/** Four numbers, each with its before, its unit and what it is. */
export function HeadlineNumbers({ totals }: { totals: Totals }) {
  const numbers = totals === undefined ? undefined : prepareNumbers(totals.current, totals.before);
  return (
    <dl className={classes['numbers']}>
      {Object.entries(OVERVIEW.numbers).map(([key, { label, help }]) => {
        const number = numbers?.find((one) => one.key === key);
        return (
          <div key={key} className={classes['number']}>
            <dt className={classes['numberLabel']}>
              {label} <HelpHint what={label} text={help} />
            </dt>
            <dd className={classes['numberValue']}>
              {number === undefined ? (
                <Skeleton height={22} width={72} />
              ) : (
                <>
                  <span className={classes['value']}>{number.value}</span>
                  <span className={classes['before']}>{number.before}</span>
                  {number.beside === undefined ? null : (
                    <span className={classes['before']}>{number.beside}</span>
                  )}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
