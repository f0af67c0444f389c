/**
 * Milliseconds since the epoch as the store writes an instant, `YYYY-MM-DD hh:mm:ss.mmm` UTC. The thread that makes rows
 * does without the store's door, which takes longer to load than all the rest of it.
 */
export function toInstant(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, -14)} ${iso.slice(-13, -1)}`;
}
