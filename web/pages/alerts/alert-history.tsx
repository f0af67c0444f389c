import type { AlertEvent } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { alertHistoryQuery } from '../../api/alert-queries.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './alerts-page.module.css';

const words = ALERTS.history;

const COLUMNS: readonly SmallColumn<AlertEvent>[] = [
  { name: words.at, cell: ({ at }) => <TimeAgo at={at} /> },
  { name: ALERTS.rule, cell: ({ rule }) => <ShownText text={rule} /> },
  { name: words.event, cell: sayEvent },
  { name: words.receiver, cell: ({ receiver }) => <ShownText text={receiver} /> },
  { name: ALERTS.what, isWide: true, cell: sayWhat },
];

/** The loop in words, leading to it; what was counted stands below. */
function sayWhat({ summary, loop }: AlertEvent) {
  if (loop === null) return <ShownText text={summary} />;
  return (
    <>
      <p>
        <Link to="/turns/$turnId" params={{ turnId: loop.turn_id }} search={{ loop: loop.loop_id }}>
          <ShownText text={loop.summary} />
        </Link>
      </p>
      <p className={classes['dim']}>
        <ShownText text={summary} />
      </p>
    </>
  );
}

function sayEvent({ kind, from_state: from, to_state: to, result }: AlertEvent) {
  return (
    <span className={classes['event']}>
      {kind === 'transition' ? words.transition(from, to) : <ShownText text={result || kind} />}
    </span>
  );
}

/** What happened to alerts, the latest first. */
export function AlertHistory() {
  const { data } = useQuery(alertHistoryQuery());
  if (data === undefined) return <Skeleton height={300} />;
  return (
    <SmallTable
      label={ALERTS.tabs.history}
      columns={COLUMNS}
      rows={data.items}
      keyOf={(event) =>
        `${event.alert_id} ${event.at} ${event.kind} ${event.receiver} ${event.to_state}`
      }
      empty={words.none}
    />
  );
}
