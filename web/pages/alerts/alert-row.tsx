import type { Alert } from '@loopscope/api/contract';
import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';

import { ALERTS as TOUCHED } from '../../api/alert-counts.ts';
import { acknowledgeAlert, createSilence } from '../../api/alert-queries.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { useDeed } from '../../frame/toasts/use-deed.ts';
import { ALERTS } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './alerts-page.module.css';

export const HOUR_SECONDS = 3600;
const route = getRouteApi('/alerts');

/** One alert: since when, what happened and where the fix goes, and what can be done with it. */
export function AlertRow({ alert }: { alert: Alert }) {
  const { alert: led } = route.useSearch();
  const isLed = led === alert.alert_id;
  return (
    <li
      className={classes['alert']}
      data-led={isLed || undefined}
      ref={(row) => {
        if (isLed) row?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <span className={classes['dim']}>
        <TimeAgo at={alert.since} />
      </span>
      <div className={classes['what']}>
        <p className={classes['summary']}>
          {alert.state === 'firing' ? null : <Tag tone="watch">{alert.state}</Tag>}
          <Subject alert={alert} />
          {alert.flapping ? <Tag title={ALERTS.flappingHelp}>{ALERTS.flapping}</Tag> : null}
        </p>
        {alert.diagnosis === null ? null : (
          <>
            <p className={classes['dim']}>
              {ALERTS.fix}: <ShownText text={alert.diagnosis.fix} />
            </p>
            <p className={classes['dim']}>
              <ShownText text={alert.summary} />
            </p>
          </>
        )}
      </div>
      <span className={classes['agent']}>
        <ShownText text={alert.agent} />
      </span>
      <Deeds alert={alert} isLed={isLed} />
    </li>
  );
}

function Deeds({ alert, isLed }: { alert: Alert; isLed: boolean }) {
  const { action } = route.useSearch();
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
  if (alert.muted !== null) {
    return (
      <span className={classes['deeds']}>
        <Tag title={alert.muted.comment}>{ALERTS.muted(alert.muted.kind, alert.muted.by)}</Tag>
      </span>
    );
  }
  return (
    <span className={classes['deeds']}>
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
    </span>
  );
}

/** The alert in words, leading to the loop behind it, else to what it is about. */
function Subject({ alert }: { alert: Alert }) {
  const text = <ShownText text={alert.diagnosis?.summary ?? alert.summary} />;
  const turnId = alert.diagnosis?.turn_id ?? alert.turn_id;
  if (turnId !== '') {
    const loop = alert.diagnosis?.loop_id;
    return (
      <Link to="/turns/$turnId" params={{ turnId }} search={loop === undefined ? {} : { loop }}>
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
