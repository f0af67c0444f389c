import type { Turn } from '@loopscope/api/contract';
import { Link } from '@tanstack/react-router';

import { formatDuration } from '../../format/duration.ts';
import { formatCount, formatMoney, formatRatio } from '../../format/number.ts';
import { TimeAgo } from '../../frame/now.tsx';
import type { Column } from '../../table/column.ts';
import { HELP, LISTS, TURNS } from '../../text/lists.ts';
import { AttemptChip } from '../../trajectory/list/attempt-chip.tsx';
import { KindTags } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';

/** A turn in a row; the first column's link fills the row. */
export const TURN_COLUMNS: readonly Column<Turn>[] = [
  {
    id: 'attempts',
    header: LISTS.attempts,
    help: HELP.attempts,
    width: '132px',
    align: 'end',
    sortKey: 'max_attempts',
    cell: (turn) => (
      <Link
        data-row-link
        to="/turns/$turnId"
        params={{ turnId: turn.turn_id }}
        aria-label={TURNS.openTurn(turn.agent, turn.max_attempts)}
      >
        <AttemptChip attempt={turn.max_attempts} />
      </Link>
    ),
  },
  {
    id: 'tool',
    header: LISTS.tool,
    width: '15%',
    cell: (turn) => (
      <code>
        <ShownText text={turn.max_attempts_tool} isTitled />
      </code>
    ),
  },
  { id: 'loops', header: LISTS.loops, width: '12%', cell: (turn) => <KindTags {...turn} /> },
  { id: 'agent', header: LISTS.agent, from: 'medium', width: '13%', cell: nameAgent },
  {
    id: 'model',
    header: LISTS.model,
    from: 'wider',
    width: '14%',
    cell: ({ model }) => <ShownText text={model} isTitled />,
  },
  {
    id: 'calls',
    header: LISTS.calls,
    from: 'medium',
    width: '78px',
    align: 'end',
    sortKey: 'calls',
    cell: ({ calls }) => formatCount(calls),
  },
  {
    id: 'ratio',
    header: LISTS.ratio,
    help: HELP.ratio,
    from: 'wide',
    width: '122px',
    align: 'end',
    sortKey: 'distinct_ratio',
    cell: (turn) => formatRatio(turn.distinct_ratio),
  },
  {
    id: 'errors',
    header: LISTS.errors,
    from: 'wider',
    width: '86px',
    align: 'end',
    sortKey: 'errors',
    cell: ({ errors }) => formatCount(errors),
  },
  {
    id: 'duration',
    header: LISTS.duration,
    from: 'medium',
    width: '108px',
    align: 'end',
    sortKey: 'duration_ms',
    cell: (turn) => formatDuration(turn.duration_ms),
  },
  {
    id: 'cost',
    header: LISTS.cost,
    help: HELP.cost,
    from: 'wide',
    width: '100px',
    align: 'end',
    sortKey: 'cost',
    cell: ({ cost }) => formatMoney(cost),
  },
  {
    id: 'stop',
    header: LISTS.stop,
    from: 'widest',
    width: '100px',
    cell: (turn) => <ShownText text={turn.stop_reason.replaceAll('_', ' ')} isTitled />,
  },
  {
    id: 'started',
    header: LISTS.started,
    from: 'medium',
    width: '104px',
    align: 'end',
    sortKey: 'started_at',
    cell: (turn) => <TimeAgo at={turn.started_at} />,
  },
];

function nameAgent({ agent, agent_version: version }: Turn) {
  const name = version === '' ? agent : `${agent} ${version}`;
  return <ShownText text={name} isTitled />;
}
