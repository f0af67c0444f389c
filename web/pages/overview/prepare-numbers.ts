import type { Overview } from '@loopscope/api/contract';

import { formatAttempts, formatPercent, formatPointsChange, NONE } from '../../format/number.ts';
import { OVERVIEW } from '../../text/overview.ts';

export interface HeadlineNumber {
  key: string;
  label: string;
  help: string;
  value: string;
  /** Its before, in words. */
  before: string;
  /** The same in another unit. */
  beside?: string;
}

/** The four numbers of the page, each with its before. */
export function prepareNumbers(current: Overview, before: Overview): HeadlineNumber[] {
  const { numbers } = OVERVIEW;
  return [
    {
      key: 'p99',
      ...numbers.p99,
      value: formatAttempts(current.max_attempts.p99),
      before: sayWas(
        before.max_attempts.p99 === null ? null : formatAttempts(before.max_attempts.p99),
      ),
    },
    {
      key: 'looping',
      ...numbers.looping,
      ...compareShares(loopingShare(current), loopingShare(before)),
    },
    {
      key: 'retryTokens',
      ...numbers.retryTokens,
      ...compareShares(current.retry.token_share, before.retry.token_share),
      ...(current.retry.cost_share === null
        ? {}
        : { beside: OVERVIEW.ofMoney(formatPercent(current.retry.cost_share)) }),
    },
    { key: 'eventual', ...numbers.eventual, ...compareEventual(current, before) },
  ];
}

const loopingShare = ({ turns, loops }: Overview): number | null =>
  turns === 0 ? null : loops.turns / turns;

const sayWas = (value: string | null): string =>
  value === null ? OVERVIEW.none : OVERVIEW.was(value);

function compareShares(now: number | null, was: number | null) {
  const value = formatPercent(now);
  if (now === null || was === null) return { value, before: OVERVIEW.none };
  return { value, before: `${OVERVIEW.was(formatPercent(was))} (${formatPointsChange(now, was)})` };
}

function compareEventual(current: Overview, before: Overview) {
  const now = current.retry.eventual_success_rate;
  if (now === null) return { value: NONE, before: OVERVIEW.noRetries };
  return compareShares(now, before.retry.eventual_success_rate);
}
