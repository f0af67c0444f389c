import type { Saving } from '@loopscope/api/contract';

import { formatDuration } from '../format/duration.ts';
import { formatCount, formatMoney } from '../format/number.ts';
import { SAVINGS } from '../text/trajectory.ts';
import type { CapReach } from './cap-reach.ts';

/** `saves 37 calls, 89 s, $0.29 and 11 side effects`. */
export function saySaving({ calls, ms, usd, side_effects: sideEffects }: Saving): string {
  if (calls === 0) return SAVINGS.nothing;
  const money = usd === null ? null : formatMoney(usd);
  const said = SAVINGS.saves(calls, formatDuration(ms), money);
  return sideEffects === 0 ? said : said + SAVINGS.sideEffects(sideEffects);
}

/** `would have cut 0 of 3,204 healthy turns of support ...`. */
export function sayCut({ cut, of, isAtLeast }: CapReach, agent: string): string {
  const count = formatCount(cut);
  return SAVINGS.cut(isAtLeast ? SAVINGS.atLeast(count) : count, formatCount(of), agent);
}
