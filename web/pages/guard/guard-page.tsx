import type { FleetSavings, GuardSummary } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import {
  ceilingsQuery,
  guardQuery,
  rangeSavingsQuery,
  stopsQuery,
  turnEndsQuery,
} from '../../api/guard-queries.ts';
import { formatCount, NONE } from '../../format/number.ts';
import { Failure } from '../../parts/failure.tsx';
import { HelpHint } from '../../parts/help-hint.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Panel } from '../../parts/panel.tsx';
import { VerdictPlace } from '../../parts/verdict-line.tsx';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { GUARD } from '../../text/guard.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import numbers from '../overview/overview-page.module.css';
import { CeilingsPanel } from './ceilings.tsx';
import { Decisions } from './decisions.tsx';
import classes from './guard-page.module.css';
import { SavedByRule } from './saved-by-rule.tsx';
import { sayGuard } from './say-guard.ts';
import { Stops } from './stops.tsx';
import { TurnEnds } from './turn-ends.tsx';
import { WithoutGuard } from './without-guard.tsx';

const route = getRouteApi('/guard');
const MOST_TOOLS = 6;
/** Of the tallies as they mostly come. Pixels. */
const TALLIES_HEIGHT = 470;

/** What guards did, what they left undone, and what bounds them. */
export function GuardPage() {
  usePageTitle(GUARD.title);
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(guardQuery(search));
  const isWithout = data?.guarded_turns === 0;
  const savings = useQuery({ ...rangeSavingsQuery(search), enabled: isWithout });
  const ends = useQuery(turnEndsQuery(search));
  // What stands above another part is there before that part is drawn.
  const parts = [
    useQuery(ceilingsQuery()),
    useQuery(stopsQuery()),
    ends,
    ...(isWithout ? [savings] : []),
  ];
  const isReady = data !== undefined && parts.every(({ isPending }) => !isPending);
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <div className={classes['page']}>
      <VerdictPlace verdict={data === undefined ? undefined : sayGuard(data)} lines={[1, 3]} />
      {isReady ? (
        <>
          <Summary data={data} savings={savings.data} />
          <TurnEnds reasons={ends.data} />
          <CeilingsPanel />
          <Stops />
          <Decisions search={search} />
        </>
      ) : (
        <>
          <Skeleton height={82} />
          <Skeleton height={TALLIES_HEIGHT} />
        </>
      )}
    </div>
  );
}

function Summary(shown: { data: GuardSummary; savings: FleetSavings | undefined }) {
  const { data, savings } = shown;
  if (data.guarded_turns === 0) return <WithoutGuard savings={savings} />;
  return (
    <>
      <Numbers summary={data} />
      <Tallies summary={data} />
    </>
  );
}

/** Guards that stop at once leave nothing to count: the calls were never made. */
const isUncounted = ({ saved_calls: saved, enforced_stops: stops }: GuardSummary): boolean =>
  saved === 0 && stops > 0;

function Numbers({ summary }: { summary: GuardSummary }) {
  const { numbers: words } = GUARD;
  const shown = [
    [words.guarded, summary.guarded_turns],
    [words.stops, summary.enforced_stops],
    [words.observed, summary.observed_stops],
    [words.saved, isUncounted(summary) ? null : summary.saved_calls],
    [words.missed, summary.loops_missed],
    [words.healthy, summary.healthy_turns_stopped],
  ] as const;
  return (
    <dl className={classes['numbers']}>
      {shown.map(([{ label, help }, value]) => (
        <div key={label} className={numbers['number']}>
          <dt className={numbers['numberLabel']}>
            {label} <HelpHint what={label} text={help} />
          </dt>
          <dd className={numbers['value']}>{value === null ? NONE : formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tallies({ summary }: { summary: GuardSummary }) {
  return (
    <div className={classes['tallies']}>
      <Panel title={GUARD.byKind} help={GUARD.byKindHelp}>
        <SmallTable
          label={GUARD.byKind}
          rows={summary.by_kind}
          keyOf={({ kind }) => kind}
          empty={GUARD.noDecisions}
          columns={KIND_COLUMNS}
        />
      </Panel>
      <SavedByRule saved={summary.saved_by_rule} />
      <Panel title={GUARD.byTool}>
        <SmallTable
          label={GUARD.byTool}
          rows={summary.by_tool.slice(0, MOST_TOOLS)}
          keyOf={({ tool }) => tool}
          empty={GUARD.noDecisions}
          columns={TOOL_COLUMNS}
        />
        {summary.by_tool.length <= MOST_TOOLS ? null : (
          <p className={classes['dim']}>{GUARD.moreTools(summary.by_tool.length - MOST_TOOLS)}</p>
        )}
      </Panel>
      <Panel title={GUARD.byMode}>
        <SmallTable
          label={GUARD.byMode}
          rows={summary.by_mode}
          keyOf={({ mode }) => mode}
          empty={GUARD.noDecisions}
          columns={MODE_COLUMNS}
        />
      </Panel>
      <Panel title={GUARD.neverFired} help={GUARD.neverFiredHelp}>
        <SmallTable
          label={GUARD.neverFired}
          rows={summary.never_fired}
          keyOf={({ agent }) => agent}
          empty={GUARD.allFired}
          columns={SILENT_COLUMNS}
        />
      </Panel>
    </div>
  );
}

const KIND_COLUMNS: readonly SmallColumn<GuardSummary['by_kind'][number]>[] = [
  { name: GUARD.kind, cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { name: GUARD.decisions, align: 'end', cell: (row) => formatCount(row.decisions) },
  { name: GUARD.enforced, align: 'end', cell: (row) => formatCount(row.enforced_stops) },
  { name: GUARD.observed, align: 'end', cell: (row) => formatCount(row.observed_stops) },
];

const TOOL_COLUMNS: readonly SmallColumn<GuardSummary['by_tool'][number]>[] = [
  { name: GUARD.tool, cell: ({ tool }) => <ShownText text={tool} /> },
  { name: GUARD.turns, align: 'end', cell: (row) => formatCount(row.turns) },
  { name: GUARD.enforced, align: 'end', cell: (row) => formatCount(row.enforced_stops) },
  { name: GUARD.observed, align: 'end', cell: (row) => formatCount(row.observed_stops) },
];

const MODE_COLUMNS: readonly SmallColumn<GuardSummary['by_mode'][number]>[] = [
  { name: GUARD.mode, cell: ({ mode }) => mode },
  { name: GUARD.turns, align: 'end', cell: ({ turns }) => formatCount(turns) },
];

const SILENT_COLUMNS: readonly SmallColumn<GuardSummary['never_fired'][number]>[] = [
  {
    name: GUARD.agent,
    cell: ({ agent }) => <ShownText text={agent === '' ? GUARD.unnamed : agent} />,
  },
  { name: GUARD.turns, align: 'end', cell: ({ turns }) => formatCount(turns) },
  { name: GUARD.loops, align: 'end', cell: ({ loops }) => formatCount(loops) },
];
