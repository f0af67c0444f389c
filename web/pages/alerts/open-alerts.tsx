import type { Alert } from '@loopscope/api/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import {
  acknowledgeAlert,
  ALERTS as TOUCHED,
  createSilence,
  openAlertsQuery,
} from '../../api/alert-queries.ts';
import { EmptyState } from '../../frame/empty-state.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { useDeed } from '../../frame/use-deed.ts';
import { ALERTS } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../trajectory/shown-text.tsx';
import classes from './alerts-page.module.css';

/** What fires or is about to, the gravest first, each with the way to its cause. */
export function OpenAlerts() {
  const { data } = useQuery(openAlertsQuery());
  if (data === undefined) return <Skeleton height={200} />;
  if (data.items.length === 0) {
    return <EmptyState title={ALERTS.none} advice={ALERTS.noneAdvice} />;
  }
  const isFiring = ({ state }: Alert): number => (state === 'firing' ? 0 : 1);
  const ordered = data.items.toSorted((one, other) => isFiring(one) - isFiring(other));
  return (
    <ol>
      {ordered.map((alert) => (
        <AlertRow key={alert.alert_id} alert={alert} />
      ))}
    </ol>
  );
}

const HOUR_SECONDS = 3600;
const route = getRouteApi('/alerts');

function AlertRow({ alert }: { alert: Alert }) {
  const { alert: led, action } = route.useSearch();
  const isLed = led === alert.alert_id;
  const acknowledge = useDeed(acknowledgeAlert, () => ALERTS.acknowledged, TOUCHED);
  const silence = useDeed(
    (id: string) =>
      createSilence({
        matcher: { alert_id: id },
        comment: ALERTS.silence,
        for_seconds: HOUR_SECONDS,
      }),
    () => ALERTS.silenced(alert.rule),
    TOUCHED,
  );
  return (
    <li
      className={classes['alert']}
      data-led={isLed || undefined}
      ref={(row) => {
        if (isLed) row?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <span className={classes['summary']}>
        <Subject alert={alert} />
      </span>
      <span className={classes['deeds']}>
        {alert.muted === null ? (
          <>
            <Button
              size="compact-xs"
              variant="default"
              disabled={acknowledge.isRunning}
              onClick={() => acknowledge.run(alert.alert_id)}
            >
              {ALERTS.acknowledge}
            </Button>
            <Button
              size="compact-xs"
              variant={isLed && action === 'silence' ? 'filled' : 'default'}
              disabled={silence.isRunning}
              onClick={() => silence.run(alert.alert_id)}
            >
              {ALERTS.silence}
            </Button>
          </>
        ) : (
          <Tag title={alert.muted.comment}>{ALERTS.muted(alert.muted.kind, alert.muted.by)}</Tag>
        )}
      </span>
      <span className={classes['facts']}>
        <Tag tone={alert.state === 'firing' ? 'alert' : 'watch'}>{alert.state}</Tag>
        <span>
          <ShownText text={alert.rule} />
        </span>
        <span>{alert.severity}</span>
        <span>
          <ShownText text={alert.agent} />
        </span>
        <TimeAgo at={alert.since} />
      </span>
      {alert.diagnosis === null ? null : (
        <span className={classes['dim']}>
          {ALERTS.fix}: <ShownText text={alert.diagnosis.fix} />
        </span>
      )}
    </li>
  );
}

/** The alert in words, leading to the loop behind it, else to what it is about. */
function Subject({ alert }: { alert: Alert }) {
  const text = <ShownText text={alert.summary} />;
  const turnId = alert.diagnosis?.turn_id ?? alert.turn_id;
  if (turnId !== '') {
    return (
      <Link to="/turns/$turnId" params={{ turnId }}>
        {text}
      </Link>
    );
  }
  if (alert.session_id !== '') {
    return (
      <Link to="/sessions/$sessionId" params={{ sessionId: alert.session_id }}>
        {text}
      </Link>
    );
  }
  if (alert.tool !== '') {
    return (
      <Link to="/tools/$tool" params={{ tool: alert.tool }}>
        {text}
      </Link>
    );
  }
  return text;
}
