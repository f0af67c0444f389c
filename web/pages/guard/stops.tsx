import type { StopOrder } from '@loopscope/api/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { STOPS, stopsQuery, withdrawStop } from '../../api/guard-queries.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useDeed, type Deed } from '../../frame/toasts/use-deed.ts';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { GUARD } from '../../text/guard.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';

/** Sessions that were told to stop, and whether their guard has heard it. */
export function Stops() {
  const { data } = useQuery(stopsQuery());
  const withdraw = useDeed(withdrawStop, () => GUARD.withdrawn, STOPS);
  return (
    <Panel title={GUARD.stops}>
      {data === undefined ? (
        <Skeleton height={60} />
      ) : (
        <SmallTable
          label={GUARD.stops}
          rows={data}
          keyOf={({ stop_id: id }) => id}
          empty={GUARD.noStops}
          columns={columnsOf(withdraw)}
        />
      )}
    </Panel>
  );
}

const columnsOf = (withdraw: Deed<string>): readonly SmallColumn<StopOrder>[] => [
  {
    name: GUARD.session,
    cell: ({ session_id: sessionId }) => (
      <Link to="/sessions/$sessionId" params={{ sessionId }}>
        <ShownText text={sessionId} />
      </Link>
    ),
  },
  {
    name: GUARD.state,
    cell: ({ state }) => (
      <Tag tone={state === 'standing' ? 'watch' : undefined}>{GUARD.stopStates[state]}</Tag>
    ),
  },
  { name: GUARD.reason, cell: ({ reason }) => <ShownText text={reason} /> },
  { name: GUARD.by, cell: ({ requested_by: by }) => <ShownText text={by} /> },
  { name: GUARD.requested, cell: ({ requested_at: at }) => <TimeAgo at={at} /> },
  {
    name: GUARD.reachedAt,
    cell: ({ reached_at: at }) => (at === null ? GUARD.notReached : <TimeAgo at={at} />),
  },
  {
    name: '',
    cell: ({ state, session_id: sessionId }) =>
      state === 'standing' ? (
        <Button
          size="compact-xs"
          variant="default"
          disabled={withdraw.isRunning}
          onClick={() => withdraw.run(sessionId)}
        >
          {GUARD.withdraw}
        </Button>
      ) : null,
  },
];
