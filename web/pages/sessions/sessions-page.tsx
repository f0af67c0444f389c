import type { Session } from '@loopscope/api/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { sessionsQuery } from '../../api/queries.ts';
import { formatCount, formatMoney, formatRatio } from '../../format/number.ts';
import { Failure } from '../../frame/failure.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { PageHead } from '../../frame/page-head.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { readPages } from '../../table/read-pages.ts';
import { HELP, LISTS, SESSIONS } from '../../text/lists.ts';
import { AttemptChip } from '../../trajectory/attempt-chip.tsx';
import { KindTags } from '../../trajectory/kind-tags.tsx';

const route = getRouteApi('/sessions');

const COLUMNS: readonly Column<Session>[] = [
  {
    id: 'session',
    header: LISTS.session,
    cell: ({ session_id: sessionId }) => (
      <Link
        data-row-link
        to="/sessions/$sessionId"
        params={{ sessionId }}
        aria-label={SESSIONS.openSession(sessionId)}
      >
        <bdi title={sessionId}>
          <code>{sessionId}</code>
        </bdi>
      </Link>
    ),
  },
  {
    id: 'attempts',
    header: LISTS.attempts,
    help: HELP.attempts,
    width: '112px',
    align: 'end',
    cell: (session) => <AttemptChip attempt={session.max_attempts} />,
  },
  {
    id: 'loops',
    header: LISTS.loops,
    width: '150px',
    from: 'medium',
    cell: ({ loops }) => <KindTags loops={loops} verdict="healthy" />,
  },
  {
    id: 'agent',
    header: LISTS.agent,
    from: 'medium',
    width: '12%',
    cell: ({ agent }) => <bdi title={agent}>{agent}</bdi>,
  },
  {
    id: 'model',
    header: LISTS.model,
    from: 'wide',
    width: '13%',
    cell: ({ model }) => <bdi title={model}>{model}</bdi>,
  },
  {
    id: 'turns',
    header: LISTS.turns,
    align: 'end',
    width: '70px',
    cell: ({ turns }) => formatCount(turns),
  },
  {
    id: 'calls',
    header: LISTS.calls,
    from: 'medium',
    align: 'end',
    width: '80px',
    cell: ({ calls }) => formatCount(calls),
  },
  {
    id: 'ratio',
    header: LISTS.ratio,
    help: HELP.ratio,
    from: 'wide',
    align: 'end',
    width: '104px',
    cell: (session) => formatRatio(session.distinct_ratio),
  },
  {
    id: 'errors',
    header: LISTS.errors,
    from: 'wide',
    align: 'end',
    width: '84px',
    cell: ({ errors }) => formatCount(errors),
  },
  {
    id: 'cost',
    header: LISTS.cost,
    help: HELP.cost,
    from: 'wide',
    align: 'end',
    width: '92px',
    cell: ({ cost }) => formatMoney(cost),
  },
  {
    id: 'seen',
    header: LISTS.lastSeen,
    align: 'end',
    width: '104px',
    cell: (session) => <TimeAgo at={session.last_seen_at} />,
  },
];

export function SessionsPage() {
  const { rows, more, error, retry } = readPages(
    useInfiniteQuery(sessionsQuery(route.useSearch())),
  );
  if (error !== null) return <Failure error={error} retry={retry} />;
  return (
    <>
      <PageHead title={SESSIONS.title} />
      <DataTable
        name={SESSIONS.title}
        columns={COLUMNS}
        rows={rows}
        more={more}
        keyOf={(session) => session.session_id}
        empty={LISTS.none}
      />
    </>
  );
}
