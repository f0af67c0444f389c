import type { GuardDecision } from '@loopscope/api/contract';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { guardDecisionsQuery } from '../../api/guard-queries.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { Panel } from '../../parts/panel.tsx';
import { readPages } from '../../table/read-pages.ts';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { GUARD } from '../../text/guard.ts';
import { LISTS } from '../../text/lists.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import type { GuardSearch } from '../../url/search.ts';
import { sayDeed, sayWhy } from './say-decision.ts';

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
        {sayDeed(decision)} {enforced ? null : <Tag>{GUARD.notEnforced}</Tag>}
      </>
    ),
  },
  { name: GUARD.tool, cell: ({ tool }) => <ShownText text={tool} /> },
  { name: GUARD.kind, cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { name: GUARD.why, cell: (decision) => <ShownText text={sayWhy(decision)} /> },
  { name: GUARD.agent, cell: ({ agent }) => <ShownText text={agent} /> },
  { name: GUARD.mode, cell: ({ mode }) => mode },
];

const route = getRouteApi('/guard');

/** Each decision, the latest first, with the way to its turn. */
export function Decisions({ search }: { search: GuardSearch }) {
  const navigate = route.useNavigate();
  const { rows, more } = readPages(useInfiniteQuery(guardDecisionsQuery(search)));
  const show = (
    <NativeSelect
      aria-label={GUARD.show}
      value={search.show ?? 'stops'}
      data={Object.entries(GUARD.shows).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          search: (before) => ({ ...before, show: value === 'all' ? 'all' : undefined }),
          resetScroll: false,
        })
      }
    />
  );
  return (
    <Panel title={GUARD.recent} help={GUARD.deedsHelp} action={show}>
      {rows === undefined ? (
        <Skeleton height={400} />
      ) : (
        <SmallTable
          label={GUARD.recent}
          columns={COLUMNS}
          rows={rows}
          keyOf={(one) => `${one.span_id} ${one.decided_at} ${one.decision} ${one.kind}`}
          empty={GUARD.noDecisions}
        />
      )}
      {more === undefined ? null : (
        <Button size="compact-xs" variant="subtle" disabled={more.isLoading} onClick={more.load}>
          {more.isLoading ? LISTS.loadingMore : GUARD.moreDecisions}
        </Button>
      )}
    </Panel>
  );
}
