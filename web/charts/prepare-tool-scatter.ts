import type { Tool } from '@loopscope/api/contract';

/** Where a tool stands between flaky (retries help) and badly specified (retries do not). */
export interface ToolPoint {
  tool: string;
  retryRate: number;
  eventualSuccess: number;
  verdict: Tool['verdict'];
  calls: number;
  /** Radius in pixels, by the square root of the calls. */
  radius: number;
}

export interface ToolScatter {
  points: ToolPoint[];
  /** Tools that have no place: nothing of theirs failed and was tried again. */
  unplaced: number;
  /** Upper end of the retry axis. */
  retryTop: number;
}

const RETRY_TOPS = [0.05, 0.1, 0.2, 0.5, 1] as const;

export function prepareToolScatter(tools: readonly Tool[]): ToolScatter {
  const most = tools.reduce((calls, tool) => Math.max(calls, tool.calls), 1);
  const points = tools.flatMap(
    ({ tool, retry_rate: retryRate, eventual_success_rate: eventualSuccess, verdict, calls }) =>
      retryRate === null || eventualSuccess === null
        ? []
        : [
            {
              tool,
              retryRate,
              eventualSuccess,
              verdict,
              calls,
              radius: 4 + 8 * Math.sqrt(calls / most),
            },
          ],
  );
  const highest = points.reduce((rate, point) => Math.max(rate, point.retryRate), 0);
  return {
    // Small points lie over large ones, so that each can be reached.
    points: points.toSorted((one, other) => other.radius - one.radius),
    unplaced: tools.length - points.length,
    retryTop: RETRY_TOPS.find((top) => highest <= top * 0.95) ?? 1,
  };
}
