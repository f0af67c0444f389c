import type { FleetSavings, Saving } from '@loopscope/api/contract';

import { formatDuration } from '../../format/duration.ts';
import { formatCount, formatMoney } from '../../format/number.ts';
import { SAVINGS } from '../../text/trajectory.ts';
import { shortName } from '../../shown/cut-text.ts';

/** `saves 37 calls, 89 s, $0.29 and 11 side effects`. */
export function saySaving({ calls, ms, usd, side_effects: sideEffects }: Saving): string {
  if (calls === 0) return SAVINGS.nothing;
  const money = usd === null ? null : formatMoney(usd);
  const said = SAVINGS.saves(calls, formatDuration(ms), money);
  return sideEffects === 0 ? said : said + SAVINGS.sideEffects(sideEffects);
}

/** What the same cap would have done to other turns: the good, and the price of it. */
export interface FleetSaving {
  /** `would have cut 0 of 3,204 healthy turns of support ...`. */
  cut: string;
  /** `Over its 3,212 turns: 240 calls, 9 min, $1.90`; null where the cap meets none. */
  saved: string | null;
}

export function sayFleetSaving(fleet: FleetSavings, cap: number, agent: string): FleetSaving {
  const one = fleet.caps.find((candidate) => candidate.cap === cap);
  const cut = SAVINGS.cut(
    formatCount(one?.healthy_turns_cut ?? 0),
    formatCount(fleet.healthy_turns),
    shortName(agent),
  );
  if (one === undefined || one.calls === 0) return { cut, saved: null };
  const money = one.usd === null ? null : formatMoney(one.usd);
  return { cut, saved: SAVINGS.fleet(fleet.turns, one.calls, formatDuration(one.ms), money) };
}
