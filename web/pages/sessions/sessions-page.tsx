import type { Session } from '@loopscope/api/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { readSessionPage, sessionsQuery } from '../../api/list-queries.ts';
import { formatCount, formatMoney, formatRatio } from '../../format/number.ts';
import { NoRows } from '../../parts/no-rows.tsx';
import { Failure } from '../../parts/failure.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import type { Column } from '../../table/column.ts';
import { chosenColumns, ColumnsMenu } from '../../table/columns-menu.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { TableExport } from '../../table/export-menu.tsx';
import { readPages } from '../../table/read-pages.ts';
import { RowsVerdict } from '../../table/rows-verdict.tsx';
import { saySessions } from '../../table/say-rows.ts';
import { ViewsMenu } from '../../table/views-menu.tsx';
import { HELP, LISTS, SESSIONS } from '../../text/lists.ts';
import { AttemptChip } from '../../trajectory/list/attempt-chip.tsx';
import { KindTags } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import { DEFAULT_SESSION_SORT, isSessionSort, type SessionsSearch } from '../../url/search.ts';
import classes from '../turns/turns-page.module.css';

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
        <code>
          <ShownText text={sessionId} isTitled />
        </code>
      </Link>
    ),
  },
  {
    id: 'attempts',
    sortKey: 'max_attempts',
    header: LISTS.attempts,
    help: HELP.attempts,
    width: '132px',
    align: 'end',
    cell: (session) => <AttemptChip attempt={session.max_attempts} />,
  },
  {
    id: 'loops',
    header: LISTS.loops,
    width: '130px',
    from: 'medium',
    cell: ({ loops }) => <KindTags loops={loops} verdict="healthy" />,
  },
  {
    id: 'agent',
    header: LISTS.agent,
    from: 'medium',
    width: '12%',
    cell: ({ agent }) => <ShownText text={agent} isTitled />,
  },
  {
    id: 'model',
    header: LISTS.model,
    from: 'wide',
    width: '13%',
    cell: ({ model }) => <ShownText text={model} isTitled />,
  },
  {
    id: 'turns',
    sortKey: 'turns',
    header: LISTS.turns,
    align: 'end',
    from: 'medium',
    width: '70px',
    cell: ({ turns }) => formatCount(turns),
  },
  {
    id: 'calls',
    sortKey: 'calls',
    header: LISTS.calls,
    from: 'wide',
    align: 'end',
    width: '84px',
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
    sortKey: 'errors',
    header: LISTS.errors,
    from: 'widest',
    align: 'end',
    width: '84px',
    cell: ({ errors }) => formatCount(errors),
  },
  {
    id: 'cost',
    sortKey: 'cost',
    header: LISTS.cost,
    help: HELP.cost,
    from: 'wide',
    align: 'end',
    width: '100px',
    cell: ({ cost }) => formatMoney(cost),
  },
  {
    id: 'seen',
    sortKey: 'last_seen_at',
    header: LISTS.lastSeen,
    align: 'end',
    width: '116px',
    cell: (session) => <TimeAgo at={session.last_seen_at} />,
  },
];

/** All sessions: ordered and paged by the server; what is chosen stands in the URL. */
export function SessionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: Partial<SessionsSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  const { rows, more, error, retry } = readPages(useInfiniteQuery(sessionsQuery(search)));
  const changeSort = (by: string): void =>
    change({ sort: isSessionSort(by) && by !== DEFAULT_SESSION_SORT ? by : undefined });
  return (
    <>
      {error === null ? (
        <RowsVerdict rows={rows} isAll={more === undefined} say={saySessions} lines={3} />
      ) : null}
      <PageHead title={SESSIONS.title}>
        <div className={classes['tools']}>
          <ViewsMenu />
          <ColumnsMenu columns={COLUMNS} chosen={search.cols} choose={(cols) => change({ cols })} />
          <TableExport name="sessions" readPage={readSessionPage(search)} />
        </div>
      </PageHead>
      {error === null ? (
        <DataTable
          name={SESSIONS.title}
          columns={chosenColumns(COLUMNS, search.cols)}
          rows={rows}
          more={more}
          keyOf={(session) => session.session_id}
          sort={{ by: search.sort ?? DEFAULT_SESSION_SORT, change: changeSort }}
          empty={<NoRows title={LISTS.none} advice={LISTS.noneAdvice} />}
        />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </>
  );
}
