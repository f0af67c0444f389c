import type { ToolStep } from '@loopscope/api/contract';
import { useMemo } from 'react';

import { formatCount } from '../../format/number.ts';
import { GRAPH } from '../../text/trajectory.ts';
import { prepareCallGraph, type CallGraph, type GraphEdge, type GraphNode } from './call-graph.ts';
import classes from './call-graph.module.css';
import { MarkChip } from '../mark-chip.tsx';
import type { Mark } from '../marks.ts';
import { ShownText } from '../../shown/shown-text.tsx';

export interface CallGraphViewProps {
  calls: readonly ToolStep[];
  marks: ReadonlyMap<number, Mark>;
  /** Selects a step, by `seq`. */
  select: (seq: number) => void;
}

const ROW = 44;
const ARC_ROOM = 150;

/** Calls on a line from top to bottom; arcs to what came next, forwards at the end, back at the start. */
export function CallGraphView({ calls, marks, select }: CallGraphViewProps) {
  const graph = useMemo(() => prepareCallGraph(calls, marks), [calls, marks]);
  const { nodes, edges, others } = graph;
  if (nodes.length === 0) return <p className={classes['note']}>{GRAPH.none}</p>;
  const height = nodes.length * ROW;
  return (
    <div className={classes['page']}>
      <p className={classes['note']}>{GRAPH.explain}</p>
      <div className={classes['graph']}>
        <Arcs edges={edges.filter(({ from, to }) => to <= from)} height={height} side="back" />
        <ol className={classes['nodes']}>
          {nodes.map((node) => (
            <NodeRow key={node.key} node={node} select={select} />
          ))}
        </ol>
        <Arcs edges={edges.filter(({ from, to }) => to > from)} height={height} side="forward" />
      </div>
      {others === 0 ? null : <p className={classes['note']}>{GRAPH.others(others)}</p>}
      <Transitions graph={graph} />
    </div>
  );
}

function NodeRow({ node, select }: { node: GraphNode; select: (seq: number) => void }) {
  return (
    <li style={{ height: ROW }}>
      <button type="button" className={classes['node']} onClick={() => select(node.first)}>
        <MarkChip mark={node.mark} />
        <code>
          <ShownText text={node.tool} />
        </code>
        <span className={classes['times']}>×{formatCount(node.calls)}</span>
        {node.errors === 0 ? null : (
          <span className={classes['errors']}>{GRAPH.errors(node.errors)}</span>
        )}
      </button>
    </li>
  );
}

interface ArcsProps {
  edges: readonly GraphEdge[];
  height: number;
  side: 'forward' | 'back';
}

function Arcs({ edges, height, side }: ArcsProps) {
  return (
    <svg className={classes['arcs']} width={ARC_ROOM} height={height} aria-hidden data-side={side}>
      {edges.map((edge) => (
        <Arc key={`${edge.from} ${edge.to}`} edge={edge} side={side} />
      ))}
    </svg>
  );
}

const middleOf = (at: number): number => at * ROW + ROW / 2;
const LOOP_SPREAD = 10;
const LABEL_WIDTH = 34;

/** Wider for farther, thicker for more often; the arrow's head stands where it arrives. */
function Arc({ edge: { from, to, count }, side }: { edge: GraphEdge; side: ArcsProps['side'] }) {
  const isLoop = from === to;
  const start = middleOf(from) + (isLoop ? -LOOP_SPREAD : 4);
  const end = middleOf(to) + (isLoop ? LOOP_SPREAD : -4);
  const reach = Math.min(ARC_ROOM - LABEL_WIDTH, 26 + Math.abs(to - from) * 14);
  const base = side === 'forward' ? 0 : ARC_ROOM;
  const sign = side === 'forward' ? 1 : -1;
  const x = base + sign * reach;
  const labelX = base + sign * (reach * 0.76 + 4);
  return (
    <g className={classes['arc']} data-often={count > 1 || undefined}>
      <path
        d={`M ${base} ${start} C ${x} ${start}, ${x} ${end}, ${base + sign * 6} ${end}`}
        strokeWidth={1 + Math.log2(count)}
      />
      <path className={classes['head']} d={`M ${base} ${end} l ${sign * 8} -4 l 0 8 z`} />
      <text
        x={labelX}
        y={(start + end) / 2}
        textAnchor={side === 'forward' ? 'start' : 'end'}
        dominantBaseline="central"
      >
        {formatCount(count)}
      </text>
    </g>
  );
}

/** The same in words, for screen readers and for copying. */
function Transitions({ graph: { nodes, edges } }: { graph: CallGraph }) {
  const name = (at: number): string => {
    const node = nodes[at];
    return node === undefined ? '' : `${node.mark?.letter ?? '·'} ${node.tool}`;
  };
  return (
    <details className={classes['table']}>
      <summary>{GRAPH.asTable}</summary>
      <table>
        <thead>
          <tr>
            {GRAPH.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {edges.map((edge) => (
            <tr key={`${edge.from} ${edge.to}`}>
              <td>
                <ShownText text={name(edge.from)} />
              </td>
              <td>
                <ShownText text={name(edge.to)} />
              </td>
              <td>{formatCount(edge.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
