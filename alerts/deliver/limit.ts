/** At most so many messages of one group to one receiver at once; the rest is told together when the time is over. */
export interface GroupLimits {
  burst: number;
  intervalMs: number;
}

export const GROUP_LIMITS: GroupLimits = { burst: 5, intervalMs: 30_000 };

/** Remembers when messages of a group went out. */
export interface GroupLimit {
  mayGo: (key: string, nowMs: number) => boolean;
  went: (key: string, nowMs: number) => void;
  /** Drops what no longer counts. */
  forget: (nowMs: number) => void;
}

export function createGroupLimit(limits: () => GroupLimits): GroupLimit {
  const sent = new Map<string, number[]>();
  const recent = (key: string, nowMs: number): number[] =>
    (sent.get(key) ?? []).filter((at) => at > nowMs - limits().intervalMs && at <= nowMs);
  return {
    mayGo: (key, nowMs) => recent(key, nowMs).length < limits().burst,
    went: (key, nowMs) => void sent.set(key, [...recent(key, nowMs), nowMs]),
    forget(nowMs) {
      for (const key of sent.keys()) if (recent(key, nowMs).length === 0) sent.delete(key);
    },
  };
}
