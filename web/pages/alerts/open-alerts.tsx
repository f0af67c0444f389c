import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { ALERTS as TOUCHED } from '../../api/alert-counts.ts';
import { createSilence, openAlertsQuery } from '../../api/alert-queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useDeed } from '../../frame/toasts/use-deed.ts';
import { ALERTS } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import { AlertRow, HOUR_SECONDS } from './alert-row.tsx';
import classes from './alerts-page.module.css';
import { groupAlerts, type AlertGroup } from './group-alerts.ts';

const SHOWN = 5;
const route = getRouteApi('/alerts');

/** What fires or is about to, by rule, the gravest first, each with the way to its cause. */
export function OpenAlerts() {
  const { data } = useQuery(openAlertsQuery());
  if (data === undefined) return <Skeleton height={400} />;
  if (data.items.length === 0) {
    return <EmptyState title={ALERTS.none} advice={ALERTS.noneAdvice} />;
  }
  return groupAlerts(data.items).map((group) => <Group key={group.rule} group={group} />);
}

function Group({ group: { rule, severity, firing, alerts } }: { group: AlertGroup }) {
  const { alert: led } = route.useSearch();
  const [isWhole, setWhole] = useState(false);
  const silence = useDeed(
    (name: string) =>
      createSilence({
        matcher: { rule: name },
        comment: ALERTS.silence,
        for_seconds: HOUR_SECONDS,
      }),
    () => ALERTS.silenced(rule),
    TOUCHED,
  );
  const isShownWhole = isWhole || alerts.some(({ alert_id: id }) => id === led);
  const shown = isShownWhole ? alerts : alerts.slice(0, SHOWN);
  return (
    <section className={classes['group']} aria-label={rule}>
      <header className={classes['groupHead']}>
        <Tag tone={severity === 'page' ? 'alert' : 'watch'}>{severity}</Tag>
        <h2>
          <Link from="/alerts" search={(before) => ({ ...before, edit: rule })}>
            <ShownText text={rule} />
          </Link>
        </h2>
        <span className={classes['dim']}>{ALERTS.counts(firing, alerts.length - firing)}</span>
        <Button
          size="compact-xs"
          variant="default"
          disabled={silence.isRunning}
          onClick={() => silence.run(rule)}
        >
          {ALERTS.silenceRule}
        </Button>
      </header>
      <ol>
        {shown.map((alert) => (
          <AlertRow key={alert.alert_id} alert={alert} />
        ))}
      </ol>
      {shown.length === alerts.length ? null : (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          {ALERTS.more(alerts.length - shown.length)}
        </Button>
      )}
    </section>
  );
}
