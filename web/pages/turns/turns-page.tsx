import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { turnsQuery } from '../../api/queries.ts';
import { Failure } from '../../frame/failure.tsx';
import { PageHead } from '../../frame/page-head.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { readPages } from '../../table/read-pages.ts';
import { LISTS, TURNS } from '../../text/lists.ts';
import { DEFAULT_TURN_SORT, isTurnSort } from '../../url/search.ts';
import { TURN_COLUMNS } from './turn-columns.tsx';
import { TurnFilters } from './turn-filters.tsx';

const route = getRouteApi('/turns');

export function TurnsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { rows, more, error, retry } = readPages(useInfiniteQuery(turnsQuery(search)));
  const changeSort = (by: string): void => {
    const sort = isTurnSort(by) && by !== DEFAULT_TURN_SORT ? by : undefined;
    void navigate({ search: (before) => ({ ...before, sort }) });
  };
  return (
    <>
      <PageHead title={TURNS.title}>
        <TurnFilters search={search} />
      </PageHead>
      {error === null ? (
        <DataTable
          name={TURNS.title}
          columns={TURN_COLUMNS}
          rows={rows}
          more={more}
          keyOf={(turn) => turn.turn_id}
          sort={{ by: search.sort ?? DEFAULT_TURN_SORT, change: changeSort }}
          empty={<NothingMatches />}
        />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </>
  );
}

function NothingMatches() {
  return (
    <>
      <p>{LISTS.none}</p>
      <p>{LISTS.noneAdvice}</p>
    </>
  );
}
