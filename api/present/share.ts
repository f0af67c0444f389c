/** part / whole within 0..1; null where there is nothing to divide by. */
export function share(part: number, whole: number): number | null {
  return whole > 0 ? Math.min(Math.max(part / whole, 0), 1) : null;
}
