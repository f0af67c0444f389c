import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { facetsQuery, readTurnPage, turnsQuery } from '../../api/list-queries.ts';
import { NoRows } from '../../parts/no-rows.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { chosenColumns, ColumnsMenu } from '../../table/columns-menu.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { TableExport } from '../../table/export-menu.tsx';
import { LiveSwitch } from '../../table/live-switch.tsx';
import { readPages } from '../../table/read-pages.ts';
import { RowsVerdict } from '../../table/rows-verdict.tsx';
import { sayTurns, totalsOf } from '../../table/say-rows.ts';
import { useLiveRows } from '../../table/use-live-rows.ts';
import { ViewsMenu } from '../../table/views-menu.tsx';
import { FACETS, LISTS, TURNS } from '../../text/lists.ts';
import { DEFAULT_TURN_SORT, isTurnSort, type TurnsSearch } from '../../url/search.ts';
import { FacetsPanel } from './facets-panel.tsx';
import { TURN_COLUMNS } from './turn-columns.tsx';
import { TurnFilters } from './turn-filters.tsx';
import classes from './turns-page.module.css';

const route = getRouteApi('/turns');

/** All turns: narrowed, ordered and paged by the server; what is chosen stands in the URL. */
export function TurnsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: Partial<TurnsSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  const isLive = search.live === 'on';
  const query = turnsQuery(search);
  const answer = useInfiniteQuery({ ...query, ...(isLive ? { maxPages: 1 } : {}) });
  const { rows, more, error, retry } = readPages(answer);
  const { data: facets, isPending } = useQuery(facetsQuery(search));
  // What facets do not count by, they cannot add up.
  const isCounted =
    search.identity === undefined &&
    search.min_ratio === undefined &&
    search.max_ratio === undefined;
  const totals = isCounted ? totalsOf(facets?.guard, search.guard) : null;
  const changeSort = (by: string): void =>
    change({ sort: isTurnSort(by) && by !== DEFAULT_TURN_SORT ? by : undefined });
  return (
    <>
      {error === null ? (
        <RowsVerdict
          // What is said of some and then of all would move the page.
          rows={isCounted && isPending ? undefined : rows}
          isAll={more === undefined}
          lines={2}
          say={(turns, isAll) => sayTurns(turns, isAll, totals)}
        />
      ) : null}
      <PageHead title={TURNS.title}>
        <TurnFilters search={search} />
        <Tools search={search} change={change} queryKey={query.queryKey} />
      </PageHead>
      <div className={classes['columns']} data-facets={search.facets}>
        <FacetsPanel search={search} change={(name, values) => change({ [name]: values })} />
        <div className={classes['list']}>
          {error === null ? (
            <DataTable
              name={TURNS.title}
              columns={chosenColumns(TURN_COLUMNS, search.cols)}
              rows={rows}
              more={isLive ? undefined : more}
              keyOf={(turn) => turn.turn_id}
              sort={{ by: search.sort ?? DEFAULT_TURN_SORT, change: changeSort }}
              empty={<NoRows title={LISTS.none} advice={LISTS.noneAdvice} />}
            />
          ) : (
            <Failure error={error} retry={retry} />
          )}
        </div>
      </div>
    </>
  );
}

interface ToolsProps {
  search: TurnsSearch;
  change: (changes: Partial<TurnsSearch>) => void;
  queryKey: readonly unknown[];
}

/** What acts on the list as a whole. */
function Tools({ search, change, queryKey }: ToolsProps) {
  const [isPaused, setPaused] = useState(false);
  const isLive = search.live === 'on';
  const live = useLiveRows(isLive, isPaused, queryKey);
  return (
    <div className={classes['tools']}>
      <button
        type="button"
        className={classes['facetsSwitch']}
        aria-expanded={search.facets === 'on'}
        onClick={() => change({ facets: search.facets === 'on' ? undefined : 'on' })}
      >
        {FACETS.show}
      </button>
      <LiveSwitch
        isOn={isLive}
        isPaused={isPaused}
        live={live}
        pause={setPaused}
        switchOn={(isOn) => {
          setPaused(false);
          // What comes in stands at the top.
          change(isOn ? { live: 'on', sort: '-started_at' } : { live: undefined });
        }}
      />
      <ViewsMenu />
      <ColumnsMenu
        columns={TURN_COLUMNS}
        chosen={search.cols}
        choose={(cols) => change({ cols })}
      />
      <TableExport name="turns" readPage={readTurnPage(search)} />
    </div>
  );
}
