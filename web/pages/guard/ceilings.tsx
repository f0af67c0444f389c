import type { Ceilings } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { ceilingsQuery } from '../../api/guard-queries.ts';
import { formatCount } from '../../format/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { GUARD } from '../../text/guard.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';

/** What no guard lets pass, and what was raised: by whom it was reasoned, and until when. */
export function CeilingsPanel() {
  const { data } = useQuery(ceilingsQuery());
  return (
    <Panel title={GUARD.ceilings} help={GUARD.ceilingsHelp}>
      {data === undefined ? (
        <Skeleton height={90} />
      ) : (
        <SmallTable
          label={GUARD.ceilings}
          rows={data}
          keyOf={({ name }) => name}
          empty={GUARD.noCeilings}
          columns={COLUMNS}
        />
      )}
    </Panel>
  );
}

const COLUMNS: readonly SmallColumn<Ceilings[number]>[] = [
  { name: GUARD.ceiling, cell: ({ name }) => name.replaceAll('_', ' ') },
  { name: GUARD.value, align: 'end', cell: ({ value }) => formatCount(value) },
  { name: GUARD.base, align: 'end', cell: ({ base }) => formatCount(base) },
  {
    name: GUARD.state,
    cell: ({ state }) => (
      <Tag tone={state === 'expired' ? 'watch' : undefined}>{GUARD.states[state]}</Tag>
    ),
  },
  { name: GUARD.reason, cell: ({ reason }) => <ShownText text={reason} /> },
  { name: GUARD.ticket, cell: ({ ticket }) => <ShownText text={ticket} /> },
  { name: GUARD.expires, cell: ({ expires }) => expires },
  { name: GUARD.reached, align: 'end', cell: ({ reached }) => formatCount(reached) },
];
