/** Times are shown in the reader's own zone, or in UTC where the URL says so. */
export type Zone = 'local' | 'utc';

/** Milliseconds east of UTC at a time. */
export function zoneOffsetMs(atMs: number, zone: Zone): number {
  return zone === 'utc' ? 0 : -new Date(atMs).getTimezoneOffset() * 60_000;
}

/** What `datetime-local` reads and writes: the zone's time without the zone. */
export function toZoneText(ms: number, zone: Zone): string {
  return new Date(ms + zoneOffsetMs(ms, zone)).toISOString().slice(0, 16);
}

/** NaN for a text that is no time. */
export function fromZoneText(text: string, zone: Zone): number {
  return Date.parse(zone === 'utc' ? `${text}Z` : text);
}
