import type { Declarations } from '@loopscope/signature';
import type { SpanRow, Store } from '@loopscope/sql';

import type { WorkbenchOptions } from '../workbench/bench.ts';
import { createWorkbench, type Workbench } from '../workbench/workbench.ts';
import { EPOCH_MS, agentSpan, toolSpan } from './spans.ts';

/** A workbench of a project, a day after the first span. */
export function workbenchOf(
  store: Store,
  project: string,
  own: Partial<WorkbenchOptions> = {},
): Workbench {
  return createWorkbench({
    store,
    project,
    declarations: new Map(),
    prices: new Map(),
    now: () => EPOCH_MS + 86_400_000,
    ...own,
  });
}

/** Tickets for one customer and order, each in another wording, each timed out; a turn of its own in each trace. */
export function ticketTurn(
  trace: number,
  own: Partial<SpanRow> = {},
  declarations?: Declarations,
): SpanRow[] {
  const at = trace * 1_000_000;
  const wordings = ['no refund', 'refund is missing'];
  return [
    agentSpan({ id: '1', trace: `${trace}`, at: [at, at + 100_000] }, own),
    ...wordings.map((summary, i) =>
      toolSpan(
        {
          id: `a${i}`,
          trace: `${trace}`,
          parent: '1',
          at: [at + i * 31_000, at + i * 31_000 + 30_000],
          tool: 'create_ticket',
          args: { customer_id: `c_${trace}`, order_id: `8821${trace}`, summary },
          error: 'timed out after 30000 ms',
          ...(declarations === undefined ? {} : { declarations }),
        },
        own,
      ),
    ),
  ];
}

/** So many calls that fail as `resize_instance` does on a running instance, and what came then. */
export function resizeTurn(trace: number, failures: number, fixed: boolean): SpanRow[] {
  const at = trace * 1_000_000;
  const frame = (id: string, n: number) => ({
    id,
    trace: `${trace}`,
    parent: '1',
    at: [at + n * 1_000, at + n * 1_000 + 500] as const,
  });
  const args = { instance_id: `i-0${trace}`, size: 'large' };
  const tool = 'resize_instance';
  return [
    agentSpan({ id: '1', trace: `${trace}`, at: [at, at + 100_000] }),
    toolSpan({
      ...frame('b', 0),
      tool: 'list_instances',
      args: { zone: trace },
      result: [{ id: args.instance_id }],
    }),
    ...Array.from({ length: failures }, (_, n) =>
      toolSpan({
        ...frame(`a${n}`, n + 1),
        tool,
        args,
        error: 'invalid state: instance must be stopped',
      }),
    ),
    ...(fixed
      ? [
          toolSpan({
            ...frame('c', 60),
            tool: 'stop_instance',
            args: { instance_id: args.instance_id },
            result: { state: 'stopped' },
          }),
          toolSpan({ ...frame('d', 61), tool, args, result: { state: 'resized', size: 'large' } }),
        ]
      : []),
  ];
}
