import type { AlertRule } from '../rule/rule.ts';
import { between, firstAfter, sum, type ReadAt } from './looks.ts';
import type { Stored } from './stored.ts';

const DAY_MS = 86_400_000;
/** Arrivals are kept no longer. */
export const ARRIVALS_KEPT_MS = 3 * DAY_MS;

/** What came in and what was not taken; how the analyzer and the spool did at the time is nowhere. */
export function readIngestion(
  rule: AlertRule,
  { arrivals }: Stored,
  { toMs }: { toMs: number },
): ReadAt {
  const came = arrivals.filter(({ touches }) => touches > 0);
  return (untilMs) => {
    const own = between(arrivals, untilMs - rule.windowMs, untilMs);
    const isKept = untilMs - rule.windowMs >= toMs - ARRIVALS_KEPT_MS;
    const last = came[firstAfter(came, untilMs) - 1];
    return [
      {
        id: '',
        facts: {
          rejected_spans: sum(own, (second) => second.rejected_spans),
          touches: isKept ? sum(own, ({ touches }) => touches) : null,
          seconds_since_span: last === undefined ? null : (untilMs - last.at_ms) / 1_000,
          analyzer_lag_seconds: null,
          spooled_spans: null,
        },
      },
    ];
  };
}

/** Exemptions and raised ceilings as they are configured now, on each day of the past. */
export const readConfig =
  (_rule: AlertRule, { expiries }: Stored): ReadAt =>
  (untilMs) =>
    expiries.map(({ what, day }) => ({
      id: what,
      facts: { days_expired: Math.floor((untilMs - Date.parse(day)) / DAY_MS) },
    }));
