/** OpenTelemetry's entry of a trace state with a threshold: of so many traces only a part is sent. Zero sends all. */
const THRESHOLD = /(?:^|,)\s*ot=(?:[^,]*;)?th:(?!0*(?:[;,]|$))/;

/** Leaves a mark where the sender keeps back a part of its traces. */
export function noteSampling(traceState: string, marks: Set<string>): void {
  if (traceState !== '' && THRESHOLD.test(traceState)) marks.add('sampled');
}
