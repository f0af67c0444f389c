import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { openAlertsQuery, ruleProblemsQuery } from '../../api/alert-queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { VerdictPlace, type Verdict } from '../../parts/verdict-line.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { AlertHistory } from './alert-history.tsx';
import classes from './alerts-page.module.css';
import { OpenAlerts } from './open-alerts.tsx';
import { ReceiversPart } from './receivers-part.tsx';
import { RulesPart } from './rules-part.tsx';
import { SilencesPart } from './silences-part.tsx';

const route = getRouteApi('/alerts');

const TABS = [
  ['open', ALERTS.tabs.open],
  ['history', ALERTS.tabs.history],
  ['rules', ALERTS.tabs.rules],
  ['silences', ALERTS.tabs.silences],
  ['receivers', ALERTS.tabs.receivers],
] as const;

const isAboutRules = (names: readonly (string | undefined)[]) =>
  names.some((name) => name !== undefined) ? ('rules' as const) : ('open' as const);

/** What fires, what fired, and what decides it. */
export function AlertsPage() {
  usePageTitle(ALERTS.title);
  const { rule, edit, like, part = isAboutRules([rule, edit, like]) } = route.useSearch();
  const navigate = route.useNavigate();
  const open = useQuery(openAlertsQuery());
  const problems = useQuery(ruleProblemsQuery());
  if (open.error !== null) {
    return <Failure error={open.error} retry={() => void open.refetch()} />;
  }
  const firing = open.data?.items.filter(({ state }) => state === 'firing').length ?? 0;
  const refused = problems.data?.length ?? 0;
  return (
    <div className={classes['page']}>
      <VerdictPlace
        verdict={open.data === undefined ? undefined : sayAlerts(firing, refused)}
        lines={[1, 2]}
      />
      <Tabs
        label={ALERTS.tabs.label}
        tabs={TABS}
        chosen={part}
        choose={(name) =>
          void navigate({
            search: (before) => ({
              ...before,
              part: name === 'open' ? undefined : name,
              rule: undefined,
              edit: undefined,
              like: undefined,
            }),
          })
        }
      />
      <div className={classes['part']}>
        <Part name={part} />
      </div>
    </div>
  );
}

function sayAlerts(firing: number, refused: number): Verdict {
  return {
    tone: firing > 0 ? 'alert' : refused > 0 ? 'watch' : 'calm',
    sentences: [
      firing === 0 ? ALERTS.verdict.none : ALERTS.verdict.firing(firing),
      ...(refused === 0 ? [] : [ALERTS.verdict.problems(refused)]),
    ],
  };
}

function Part({ name }: { name: (typeof TABS)[number][0] }) {
  if (name === 'history') return <AlertHistory />;
  if (name === 'rules') return <RulesPart />;
  if (name === 'silences') return <SilencesPart />;
  return name === 'receivers' ? <ReceiversPart /> : <OpenAlerts />;
}
