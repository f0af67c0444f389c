import type { Loop } from '@loopscope/api/contract';
import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { loopsQuery } from '../../api/list-queries.ts';
import { formatDuration } from '../../format/duration.ts';
import { formatCount, formatMoney } from '../../format/number.ts';
import { Failure } from '../../parts/failure.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { NoRows } from '../../parts/no-rows.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { readPages } from '../../table/read-pages.ts';
import { RowsVerdict } from '../../table/rows-verdict.tsx';
import { sayLoops } from '../../table/say-rows.ts';
import { HELP, LISTS, LOOPS } from '../../text/lists.ts';
import { kindName, kindWord, KNOWN_KINDS, SEVERITIES } from '../../text/loops.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from '../turns/turns-page.module.css';

const route = getRouteApi('/loops');

const COLUMNS: readonly Column<Loop>[] = [
  {
    id: 'kind',
    header: LISTS.kind,
    width: '112px',
    cell: ({ kind, turn_id: turnId, summary }) => (
      <Link data-row-link to="/turns/$turnId" params={{ turnId }} aria-label={summary}>
        <span title={kindName(kind)}>{kindWord(kind)}</span>
      </Link>
    ),
  },
  {
    id: 'severity',
    header: LISTS.severity,
    from: 'medium',
    width: '84px',
    cell: ({ severity }) => <Tag tone={severity}>{SEVERITIES[severity]}</Tag>,
  },
  {
    id: 'summary',
    header: LISTS.summary,
    cell: ({ summary }) => <ShownText dir="ltr" text={summary} isTitled />,
  },
  {
    id: 'agent',
    header: LISTS.agent,
    from: 'wide',
    width: '11%',
    cell: ({ agent }) => <ShownText text={agent} isTitled />,
  },
  {
    id: 'calls',
    header: LISTS.calls,
    from: 'medium',
    align: 'end',
    width: '72px',
    cell: ({ calls }) => formatCount(calls.length),
  },
  {
    id: 'duration',
    header: LISTS.duration,
    from: 'medium',
    align: 'end',
    width: '108px',
    cell: (loop) => formatDuration(loop.duration_ms),
  },
  {
    id: 'cost',
    header: LISTS.cost,
    help: HELP.cost,
    from: 'wide',
    align: 'end',
    width: '92px',
    cell: ({ cost }) => formatMoney(cost.usd),
  },
  {
    id: 'effects',
    header: LISTS.sideEffects,
    from: 'wide',
    align: 'end',
    width: '108px',
    cell: ({ cost }) =>
      cost.side_effects === 0 ? '' : <Tag tone="alert">{`×${cost.side_effects}`}</Tag>,
  },
  {
    id: 'started',
    header: LISTS.started,
    from: 'medium',
    align: 'end',
    width: '104px',
    cell: (loop) => <TimeAgo at={loop.started_at} />,
  },
];

export function LoopsPage() {
  const search = route.useSearch();
  const { rows, more, error, retry } = readPages(useInfiniteQuery(loopsQuery(search)));
  return (
    <>
      {error === null ? (
        <RowsVerdict rows={rows} isAll={more === undefined} say={sayLoops} lines={3} />
      ) : null}
      <PageHead title={LOOPS.title}>
        <LoopFilters />
      </PageHead>
      {error === null ? (
        <DataTable
          name={LOOPS.title}
          columns={COLUMNS}
          rows={rows}
          more={more}
          keyOf={(loop) => loop.loop_id}
          empty={<NoRows title={LOOPS.none} advice={LOOPS.noneAdvice} />}
        />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </>
  );
}

function LoopFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes['filters']}>
      <NativeSelect
        aria-label={LISTS.kind}
        value={search.kind?.[0] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          void navigate({
            search: (before) => ({ ...before, kind: value === '' ? undefined : [value] }),
          })
        }
      >
        <option value="">{LOOPS.anyKind}</option>
        {KNOWN_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kindWord(kind)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={LISTS.severity}
        value={search.severity ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const severity = value === 'alert' || value === 'watch' ? value : undefined;
          void navigate({ search: (before) => ({ ...before, severity }) });
        }}
      >
        <option value="">{LOOPS.anySeverity}</option>
        <option value="alert">{SEVERITIES.alert}</option>
        <option value="watch">{SEVERITIES.watch}</option>
      </NativeSelect>
    </div>
  );
}
