import type { Tool } from '@loopscope/api/contract';

/** Where a tool stands between flaky (retries help) and badly specified (retries do not). */
export interface ToolPoint {
  tool: string;
  /** Repeats that had failed or come back empty before, of all calls. */
  retryRate: number;
  eventualSuccess: number;
  verdict: Tool['verdict'];
  /** Radius in pixels, by the square root of the calls. */
  radius: number;
  /** A name beside the point, where there is room; healthy tools give way. */
  isNamed: boolean;
  /** The name stands before the point: after it the picture ends. */
  isNameBefore: boolean;
}

export interface ToolScatter {
  points: ToolPoint[];
  /** Tools that have no place: nothing of theirs failed and was tried again. */
  unplaced: number;
  /** Upper end of the retry axis. */
  retryTop: number;
}

/** From here on the API calls a tool flaky or badly specified. */
export const HIGH_RETRY_RATE = 0.05;
const RETRY_TOPS = [0.1, 0.2, 0.5, 1] as const;

export function prepareToolScatter(tools: readonly Tool[]): ToolScatter {
  const most = tools.reduce((calls, tool) => Math.max(calls, tool.calls), 1);
  const placed = tools.flatMap((tool) => toPoint(tool, most) ?? []);
  const highest = placed.reduce((rate, point) => Math.max(rate, point.retryRate), 0);
  const retryTop = RETRY_TOPS.find((top) => highest <= top * 0.95) ?? 1;
  namePoints(placed, retryTop);
  return {
    // Small points lie over large ones, so that each can be reached.
    points: placed.toSorted((one, other) => other.radius - one.radius),
    unplaced: tools.length - placed.length,
    retryTop,
  };
}

function toPoint(tool: Tool, mostCalls: number): ToolPoint | null {
  const { eventual_success_rate: success, fruitless, retries, calls } = tool;
  // What keeps coming back empty never fails, and never succeeds either.
  const eventualSuccess = success ?? (fruitless > 0 ? 0 : null);
  if (calls === 0 || eventualSuccess === null) return null;
  const retryRate = (retries + fruitless) / calls;
  return {
    tool: tool.tool,
    retryRate,
    eventualSuccess,
    verdict: tool.verdict,
    radius: 4 + 8 * Math.sqrt(tool.calls / mostCalls),
    isNamed: false,
    isNameBefore: false,
  };
}

/** Characters of a name that the picture has room for. */
export const NAME_CHARS = 40;

/** Size of the picture that names are laid out for, and of a name in it. Pixels. */
const PLOT = { width: 900, height: 220 } as const;
const NAME = { height: 15, character: 7 } as const;

/** Names the unhealthy first, then by retry rate, each only where it covers no name before it. */
function namePoints(points: readonly ToolPoint[], retryTop: number): void {
  const isCalm = (point: ToolPoint): number => (point.verdict === 'healthy' ? 1 : 0);
  const taken: { left: number; right: number; y: number }[] = [];
  const ordered = points.toSorted(
    (one, other) => isCalm(one) - isCalm(other) || other.retryRate - one.retryRate,
  );
  for (const point of ordered) {
    const x = Math.sqrt(point.retryRate / retryTop) * PLOT.width;
    const y = (1 - point.eventualSuccess) * PLOT.height;
    const width = point.radius + Math.min(point.tool.length, NAME_CHARS) * NAME.character;
    point.isNameBefore = x + width > PLOT.width;
    const left = point.isNameBefore ? x - width : x;
    const right = left + width;
    point.isNamed = taken.every(
      (name) => name.right < left || name.left > right || Math.abs(name.y - y) > NAME.height,
    );
    if (point.isNamed) taken.push({ left, right, y });
  }
}
