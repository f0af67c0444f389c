import type { IngestionHealth } from '@loopscope/api/contract';

import { formatDuration } from '../../format/duration.ts';
import { formatBytes, formatCount } from '../../format/number.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { Panel } from '../../parts/panel.tsx';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { SETTINGS } from '../../text/settings.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './settings-page.module.css';

const COUNTERS = ['received', 'stored', 'duplicate', 'rejected', 'spooled', 'turned_away'] as const;

/** What came in, what waits, and what was not taken. */
export function Intake({ health }: { health: IngestionHealth }) {
  const { counters } = health;
  return (
    <>
      <Panel title={SETTINGS.intake} help={SETTINGS.intakeHelp}>
        {counters === null ? (
          <p className={classes['dim']}>{SETTINGS.elsewhere}</p>
        ) : (
          <>
            <dl className={classes['counters']}>
              {COUNTERS.map((name) => (
                <div key={name}>
                  <dt>{SETTINGS.counters[name]}</dt>
                  <dd>{formatCount(counters[name])}</dd>
                </div>
              ))}
            </dl>
            <p>
              {SETTINGS.spool(
                formatBytes(counters.spool_bytes),
                formatBytes(counters.spool_limit_bytes),
              )}
              . {SETTINGS.lag(formatDuration(counters.spool_lag_ms))}
            </p>
          </>
        )}
        <p>
          {SETTINGS.unresolved(health.unresolved_traces)} {SETTINGS.spans}:{' '}
          {formatCount(health.spans)}.{' '}
          {health.last_span_at === null ? null : (
            <>
              {SETTINGS.lastSpan}: <TimeAgo at={health.last_span_at} />.
            </>
          )}
        </p>
      </Panel>
      <Panel title={SETTINGS.rejected} help={SETTINGS.rejectedHelp}>
        <SmallTable
          label={SETTINGS.rejected}
          rows={health.rejected}
          keyOf={({ reason }) => reason}
          empty={SETTINGS.noneRejected}
          columns={REJECTED_COLUMNS}
        />
      </Panel>
    </>
  );
}

const REJECTED_COLUMNS: readonly SmallColumn<IngestionHealth['rejected'][number]>[] = [
  { name: SETTINGS.reason, cell: ({ reason }) => reason.replaceAll('_', ' ') },
  { name: SETTINGS.count, align: 'end', cell: ({ spans }) => formatCount(spans) },
  { name: SETTINGS.last, cell: ({ last_at: at }) => <TimeAgo at={at} /> },
  { name: SETTINGS.service, cell: ({ service }) => <ShownText text={service} /> },
  { name: SETTINGS.detail, cell: ({ detail }) => <ShownText text={detail} /> },
];
