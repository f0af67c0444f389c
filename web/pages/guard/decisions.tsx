import type { GuardDecision } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { guardDecisionsQuery } from '../../api/guard-queries.ts';
import { formatCount } from '../../format/number.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { Panel } from '../../frame/panel.tsx';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { LISTS } from '../../text/lists.ts';
import { GUARD } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../trajectory/shown-text.tsx';
import type { CommonSearch } from '../../url/search.ts';

const COLUMNS: readonly SmallColumn<GuardDecision>[] = [
  {
    name: GUARD.at,
    cell: ({ turn_id: turnId, decided_at: at }) => (
      <Link to="/turns/$turnId" params={{ turnId }}>
        <TimeAgo at={at} />
      </Link>
    ),
  },
  {
    name: GUARD.decision,
    cell: ({ decision, enforced }) => (
      <>
        {decision.replaceAll('_', ' ')} {enforced ? null : <Tag>{GUARD.notEnforced}</Tag>}
      </>
    ),
  },
  { name: GUARD.kind, cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { name: GUARD.tool, cell: ({ tool }) => <ShownText text={tool} /> },
  { name: LISTS.attempts, align: 'end', cell: ({ attempts }) => formatCount(attempts) },
  { name: GUARD.agent, cell: ({ agent }) => <ShownText text={agent} /> },
  { name: GUARD.mode, cell: ({ mode }) => mode },
  { name: GUARD.reason, cell: ({ reason }) => <ShownText text={reason} /> },
];

/** Each decision, the latest first, with the way to its turn. */
export function Decisions({ search }: { search: CommonSearch }) {
  const { data } = useQuery(guardDecisionsQuery(search));
  return (
    <Panel title={GUARD.recent}>
      {data === undefined ? (
        <Skeleton height={200} />
      ) : (
        <SmallTable
          label={GUARD.recent}
          columns={COLUMNS}
          rows={data.items}
          keyOf={(one) => `${one.span_id} ${one.decided_at} ${one.decision} ${one.kind}`}
          empty={GUARD.noDecisions}
        />
      )}
    </Panel>
  );
}
