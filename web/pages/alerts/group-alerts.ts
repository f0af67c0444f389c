import type { Alert } from '@loopscope/api/contract';

export interface AlertGroup {
  rule: string;
  severity: string;
  firing: number;
  /** What fires before what is about to, the latest first. */
  alerts: Alert[];
}

const GRAVITY = ['page', 'warn', 'info'];
const gravityOf = ({ severity }: { severity: string }): number => {
  const at = GRAVITY.indexOf(severity);
  return at === -1 ? GRAVITY.length : at;
};

/** Alerts by their rule, the gravest rule first, then the one with the most. */
export function groupAlerts(alerts: readonly Alert[]): AlertGroup[] {
  const isFiring = ({ state }: Alert): number => (state === 'firing' ? 0 : 1);
  return [...Map.groupBy(alerts, ({ rule }) => rule)]
    .map(([rule, members]) => ({
      rule,
      severity: members[0]?.severity ?? '',
      firing: members.filter((alert) => isFiring(alert) === 0).length,
      alerts: members.toSorted(
        (one, other) =>
          isFiring(one) - isFiring(other) || Date.parse(other.since) - Date.parse(one.since),
      ),
    }))
    .toSorted(
      (one, other) =>
        gravityOf(one) - gravityOf(other) ||
        other.firing - one.firing ||
        (one.rule < other.rule ? -1 : 1),
    );
}
