/** The run as a graph: which call follows which, and how often. Calls -> nodes on a line, arcs between them. */
import type { ToolStep } from '@loopscope/api/contract';

import type { Mark } from '../marks.ts';

export interface GraphNode {
  key: string;
  tool: string;
  mark: Mark | undefined;
  /** `seq` of its first call. */
  first: number;
  calls: number;
  errors: number;
}

export interface GraphEdge {
  from: number;
  to: number;
  /** How often a call of `to` came next after one of `from`. */
  count: number;
}

export interface CallGraph {
  nodes: GraphNode[];
  /** Positions in `nodes`; the most frequent first. */
  edges: GraphEdge[];
  /** Calls that have no node of their own: the rarest, beyond what a picture can hold. */
  others: number;
}

const MOST_NODES = 24;

/** A node is a repeated intent, or the calls of one tool that were made once. */
export function prepareCallGraph(
  calls: readonly ToolStep[],
  marks: ReadonlyMap<number, Mark>,
): CallGraph {
  const keyOf = (call: ToolStep): string =>
    marks.has(call.call_seq) ? `${call.tool} ${call.identity}` : `${call.tool} once`;
  const groups = [...Map.groupBy(calls, keyOf)];
  const kept = new Set(
    groups
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, MOST_NODES)
      .map(([key]) => key),
  );
  // In order of first appearance, as the letters are.
  const shown = groups.filter(([key]) => kept.has(key));
  const places = new Map(shown.map(([key], at) => [key, at]));
  return {
    nodes: shown.flatMap(([key, same]) => toNode(key, same, marks) ?? []),
    edges: countEdges(calls.map((call) => places.get(keyOf(call)))),
    others: calls.filter((call) => !kept.has(keyOf(call))).length,
  };
}

function toNode(
  key: string,
  same: readonly ToolStep[],
  marks: ReadonlyMap<number, Mark>,
): GraphNode | null {
  const [first] = same;
  if (first === undefined) return null;
  const mark = marks.get(first.call_seq);
  return {
    key,
    tool: first.tool,
    // All wordings of the intent stand in one node.
    mark: mark === undefined ? undefined : { ...mark, wording: null },
    first: first.seq,
    calls: same.length,
    errors: same.filter((call) => call.outcome === 'error').length,
  };
}

/** `path`: the node of each call in order; undefined interrupts it. */
function countEdges(path: readonly (number | undefined)[]): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const [at, to] of path.entries()) {
    const from = path[at - 1];
    if (from === undefined || to === undefined) continue;
    const key = `${from} ${to}`;
    const edge = edges.get(key);
    if (edge === undefined) edges.set(key, { from, to, count: 1 });
    else edge.count++;
  }
  return [...edges.values()].toSorted((one, other) => other.count - one.count);
}
