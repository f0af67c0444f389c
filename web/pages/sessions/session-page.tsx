import type { Session } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { deletionsQuery } from '../../api/deletion-queries.ts';
import { isNotFound } from '../../api/failure.ts';
import { sessionQuery } from '../../api/list-queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { VerdictPlace } from '../../parts/verdict-line.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { LISTS, SESSIONS } from '../../text/lists.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import head from '../../trajectory/head/turn-head.module.css';
import { TURN_COLUMNS } from '../turns/turn-columns.tsx';
import { DeleteButton } from './delete-button.tsx';
import { DeletedSession } from './deleted-session.tsx';
import { saySession, sessionNumbers } from './say-session.ts';
import classes from './session-page.module.css';
import { StopButton } from './stop-button.tsx';

const route = getRouteApi('/sessions/$sessionId');

/** The turns of one session, in the order they ran. */
export function SessionPage() {
  const { sessionId } = route.useParams();
  const { action } = route.useSearch();
  usePageTitle(SESSIONS.heading(sessionId));
  const { data, error, refetch } = useQuery(sessionQuery(sessionId));
  const isGone = isNotFound(error);
  const deletions = useQuery({ ...deletionsQuery({ session: sessionId }), enabled: isGone });
  if (error !== null) {
    const [deletion] = deletions.data ?? [];
    if (isGone && deletions.isPending) return null;
    if (isGone && deletion !== undefined) return <DeletedSession deletion={deletion} />;
    return <Failure error={error} retry={() => void refetch()} />;
  }
  return (
    <>
      <header className={head['head']}>
        <VerdictPlace
          verdict={data === undefined ? undefined : saySession(data.session)}
          lines={[1, 2]}
        />
        <div className={`${head['who']} ${classes['who']}`}>
          <ShownText text={SESSIONS.heading(sessionId)} />
          {data === undefined ? (
            <Skeleton height={22} width={96} />
          ) : (
            <>
              <Who session={data.session} />
              <StopButton sessionId={sessionId} asksAtOnce={action === 'stop'} />
              <DeleteButton session={data.session} />
            </>
          )}
        </div>
        <ul className={`${head['numbers']} ${classes['numbers']}`}>
          {data === undefined ? <Skeleton height={20} width="50%" /> : null}
          {data === undefined
            ? null
            : sessionNumbers(data.session).map((number) => <li key={number}>{number}</li>)}
        </ul>
      </header>
      <DataTable
        name={SESSIONS.heading(sessionId)}
        columns={TURN_COLUMNS}
        rows={data?.turns}
        keyOf={(turn) => turn.turn_id}
        empty={LISTS.none}
      />
    </>
  );
}

function Who({ session }: { session: Session }) {
  return (
    <>
      <ShownText text={session.agent} />
      <ShownText text={session.model} />
      <TimeAgo at={session.last_seen_at} />
    </>
  );
}
