const MS_PER_SECOND = 1_000;

/**
 * What a fault says about when to come back, in ms: the `Retry-After` header (seconds or a date) or `retry-after-ms`, wherever HTTP clients
 * leave them on their errors; null where it says nothing. Never throws.
 */
export function retryAfterOf(fault: unknown, nowMs: number): number | null {
  try {
    for (const holder of [fault, member(fault, 'response'), member(fault, 'cause')]) {
      const headers = member(holder, 'headers') ?? member(holder, 'responseHeaders');
      const exact = Number(header(headers, 'retry-after-ms') ?? Number.NaN);
      if (Number.isFinite(exact) && exact >= 0) return exact;
      const said = header(headers, 'retry-after') ?? member(holder, 'retryAfter');
      const waitMs = waitOf(said, nowMs);
      if (waitMs !== null) return waitMs;
    }
  } catch {
    // A getter that throws says nothing.
  }
  return null;
}

function waitOf(said: unknown, nowMs: number): number | null {
  if (said === undefined || said === null || said === '') return null;
  const seconds = Number(said);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * MS_PER_SECOND);
  const at = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

function header(headers: unknown, name: string): unknown {
  const get = member(headers, 'get');
  if (typeof get === 'function') return Reflect.apply(get, headers, [name]) as unknown;
  return member(headers, name) ?? member(headers, titleCase(name));
}

function titleCase(name: string): string {
  return name.replaceAll(/(^|-)([a-z])/g, (letters) => letters.toUpperCase());
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
