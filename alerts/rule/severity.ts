/** The worst first. */
export const SEVERITIES = ['page', 'warn', 'info'] as const;

/** 0 is the worst; what rows of older versions may have beside these comes last. */
export function severityRank(severity: string): number {
  const index = SEVERITIES.findIndex((known) => known === severity);
  return index === -1 ? SEVERITIES.length : index;
}
