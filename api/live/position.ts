/** How far a reader has come in each source: microseconds of the store's clock, as digits. */
export interface LivePosition {
  turns: string;
  loops: string;
  alerts: string;
}

const ID = /^(\d{1,18})-(\d{1,18})-(\d{1,18})$/;

export function toEventId({ turns, loops, alerts }: LivePosition): string {
  return `${turns}-${loops}-${alerts}`;
}

/** Null for text that is no id of ours: such a reader starts at the present. */
export function fromEventId(id: string | undefined): LivePosition | null {
  const [, turns, loops, alerts] = ID.exec(id ?? '') ?? [];
  if (turns === undefined || loops === undefined || alerts === undefined) return null;
  return { turns, loops, alerts };
}

/** Of each source the later place: what has gone from the store since takes nobody back. */
export function furthest(one: LivePosition, other: LivePosition): LivePosition {
  const later = (a: string, b: string): string => (BigInt(a) < BigInt(b) ? b : a);
  return {
    turns: later(one.turns, other.turns),
    loops: later(one.loops, other.loops),
    alerts: later(one.alerts, other.alerts),
  };
}

/** A little earlier: rows of one moment do not become visible at one moment. */
export function rewind({ turns, loops, alerts }: LivePosition, us: bigint): LivePosition {
  const back = (position: string): string => {
    const earlier = BigInt(position) - us;
    return String(earlier < 0n ? 0n : earlier);
  };
  return { turns: back(turns), loops: back(loops), alerts: back(alerts) };
}
