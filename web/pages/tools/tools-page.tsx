import type { Tool } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { toolsQuery } from '../../api/list-queries.ts';
import { prepareToolScatter } from '../../charts/prepare-tool-scatter.ts';
import { formatCount, formatPercent, formatShort } from '../../format/number.ts';
import { Failure } from '../../parts/failure.tsx';
import { NoRows } from '../../parts/no-rows.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Panel } from '../../parts/panel.tsx';
import { VerdictPlace } from '../../parts/verdict-line.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { readPages } from '../../table/read-pages.ts';
import { HELP, LISTS, TOOLS } from '../../text/lists.ts';
import { AttemptChip } from '../../trajectory/list/attempt-chip.tsx';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import { sayTools } from './say-tools.ts';
import classes from './tools-page.module.css';

const route = getRouteApi('/tools');

const Scatter = lazy(async () => {
  const { ToolScatterChart } = await import('../../charts/tool-scatter-chart.tsx');
  return { default: ToolScatterChart };
});

const COLUMNS: readonly Column<Tool>[] = [
  {
    id: 'tool',
    header: LISTS.tool,
    width: '20%',
    cell: ({ tool }) => (
      <Link data-row-link to="/tools/$tool" params={{ tool }} aria-label={TOOLS.openTool(tool)}>
        <code>
          <ShownText text={tool} isTitled />
        </code>
      </Link>
    ),
  },
  {
    id: 'verdict',
    header: LISTS.verdict,
    width: '140px',
    cell: ({ verdict }) => (
      <span title={TOOLS.advice[verdict]}>
        <Tag tone={verdict === 'healthy' ? undefined : 'watch'}>{TOOLS.verdicts[verdict]}</Tag>
      </span>
    ),
  },
  {
    id: 'calls',
    header: LISTS.calls,
    align: 'end',
    width: '84px',
    cell: ({ calls }) => formatCount(calls),
  },
  {
    id: 'turns',
    header: LISTS.turns,
    from: 'wide',
    align: 'end',
    width: '84px',
    cell: ({ turns }) => formatCount(turns),
  },
  {
    id: 'retry',
    header: LISTS.retryRate,
    help: HELP.retryRate,
    from: 'medium',
    align: 'end',
    width: '120px',
    cell: (tool) => formatPercent(tool.retry_rate),
  },
  {
    id: 'vain',
    header: LISTS.vainRate,
    help: HELP.vainRate,
    from: 'wide',
    align: 'end',
    width: '132px',
    cell: ({ fruitless, calls }) => formatPercent(calls === 0 ? null : fruitless / calls),
  },
  {
    id: 'eventual',
    header: LISTS.eventual,
    help: HELP.eventual,
    from: 'wide',
    align: 'end',
    width: '158px',
    cell: (tool) => formatPercent(tool.eventual_success_rate),
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
    id: 'families',
    header: LISTS.errorKinds,
    from: 'widest',
    align: 'end',
    width: '160px',
    cell: (tool) =>
      tool.errors === 0
        ? ''
        : `${formatPercent(tool.transport_share)} / ${formatPercent(tool.semantic_share)}`,
  },
  {
    id: 'empties',
    header: LISTS.empties,
    from: 'widest',
    align: 'end',
    width: '84px',
    cell: ({ empties }) => formatCount(empties),
  },
  {
    id: 'tokens',
    header: LISTS.retryTokens,
    help: HELP.retryTokens,
    from: 'widest',
    align: 'end',
    width: '136px',
    cell: (tool) => formatShort(tool.retry_tokens),
  },
  {
    id: 'attempts',
    header: LISTS.attempts,
    from: 'medium',
    align: 'end',
    width: '116px',
    cell: (tool) => <AttemptChip attempt={tool.max_attempts} />,
  },
  {
    id: 'identity',
    header: LISTS.identity,
    from: 'widest',
    width: '12%',
    cell: ({ identity_fields: fields }) => <IdentityFields fields={fields} />,
  },
];

export function IdentityFields({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return <span title={LISTS.wholeArguments}>{LISTS.undeclared}</span>;
  const names = fields.join(', ');
  return (
    <code>
      <ShownText text={names} isTitled />
    </code>
  );
}

export function ToolsPage() {
  usePageTitle(TOOLS.title);
  const { rows, more, error, retry } = readPages(useInfiniteQuery(toolsQuery(route.useSearch())));
  if (error !== null) return <Failure error={error} retry={retry} />;
  return (
    <div className={classes['page']}>
      <VerdictPlace
        verdict={rows === undefined ? undefined : sayTools(rows, more === undefined)}
        lines={[2, 6]}
      />
      <Panel title={TOOLS.scatter.title} help={TOOLS.scatter.help}>
        <div className={classes['scatter']}>
          {rows === undefined ? (
            <Skeleton height="100%" />
          ) : (
            <Suspense fallback={<Skeleton height="100%" />}>
              <Scatter scatter={prepareToolScatter(rows)} isAll={more === undefined} />
            </Suspense>
          )}
        </div>
      </Panel>
      <DataTable
        name={TOOLS.title}
        columns={COLUMNS}
        rows={rows}
        more={more}
        keyOf={({ tool }) => tool}
        empty={<NoRows title={LISTS.none} advice={LISTS.noneAdvice} />}
      />
    </div>
  );
}
