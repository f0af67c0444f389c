import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { sessionQuery } from '../../api/list-queries.ts';
import { formatCount } from '../../format/number.ts';
import { Failure } from '../../frame/failure.tsx';
import { PageHead } from '../../frame/page-head.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { LISTS, SESSIONS } from '../../text/lists.ts';
import { StopButton } from './stop-button.tsx';
import { TURN_COLUMNS } from '../turns/turn-columns.tsx';

const route = getRouteApi('/sessions/$sessionId');

/** The turns of one session, in the order they ran. */
export function SessionPage() {
  const { sessionId } = route.useParams();
  const { action } = route.useSearch();
  const { data, error, refetch } = useQuery(sessionQuery(sessionId));
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHead title={SESSIONS.heading(sessionId)}>
        {data === undefined
          ? null
          : SESSIONS.facts(formatCount(data.session.turns), formatCount(data.session.calls))}
        <StopButton sessionId={sessionId} asksAtOnce={action === 'stop'} />
      </PageHead>
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
