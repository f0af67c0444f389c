import type { IngestionHealth } from '@loopscope/api/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { forgetApiKey, readApiKey } from '../../api/key.ts';
import { ingestionQuery, statusQuery } from '../../api/overview-queries.ts';
import { formatCount } from '../../format/number.ts';
import { Failure } from '../../parts/failure.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useToast } from '../../frame/toasts/toasts-context.ts';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { SETTINGS } from '../../text/settings.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import { Intake } from './intake.tsx';
import classes from './settings-page.module.css';

/** Health of what comes in, and how this Loopscope runs. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(ingestionQuery());
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <div className={classes['page']}>
      <PageHead title={SETTINGS.title} />
      {data === undefined ? <Skeleton height={480} /> : <Parts health={data} />}
    </div>
  );
}

function Parts({ health }: { health: IngestionHealth }) {
  return (
    <>
      <Intake health={health} />
      <Panel title={SETTINGS.hints}>
        {health.hints.length === 0 ? (
          <p className={classes['dim']}>{SETTINGS.noHints}</p>
        ) : (
          <ul className={classes['hints']}>
            {health.hints.map(({ hint, turns }) => (
              <li key={hint}>
                <ShownText text={hint} />{' '}
                <span className={classes['dim']}>{SETTINGS.turns(turns)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={SETTINGS.sources} help={SETTINGS.sourcesHelp}>
        <SmallTable
          label={SETTINGS.sources}
          rows={health.sources}
          keyOf={({ dialect, scope, service }) => `${dialect} ${scope} ${service}`}
          empty={SETTINGS.noSources}
          columns={SOURCE_COLUMNS}
        />
      </Panel>
      <Runs health={health} />
    </>
  );
}

function Runs({ health: { settings } }: { health: IngestionHealth }) {
  const status = useQuery(statusQuery());
  const client = useQueryClient();
  const toast = useToast();
  const hasKey = readApiKey() !== null;
  const told = (say: (known: NonNullable<typeof settings>) => string): string =>
    settings === null ? SETTINGS.unknown : say(settings);
  const facts = [
    [SETTINGS.version, status.data?.version ?? <Coming />],
    [
      SETTINGS.addresses,
      status.data === undefined ? (
        <Coming />
      ) : (
        [status.data.otlp_http, status.data.otlp_grpc].filter(Boolean).join(', ')
      ),
    ],
    [SETTINGS.retention, told((known) => SETTINGS.days(known.retention_days))],
    [SETTINGS.content, told((known) => SETTINGS.contents[known.content])],
    [SETTINGS.apiKeys, told((known) => SETTINGS.keys(known.api_keys, 'LOOPSCOPE_API_KEYS'))],
    [
      SETTINGS.ingestKeys,
      told((known) => SETTINGS.keys(known.ingest_keys, 'LOOPSCOPE_INGEST_KEYS')),
    ],
    [SETTINGS.zone, new Intl.DateTimeFormat().resolvedOptions().timeZone],
  ] as const;
  return (
    <Panel title={SETTINGS.runs}>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{SETTINGS.key}</dt>
          <dd>
            {hasKey ? (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  forgetApiKey();
                  toast(SETTINGS.forgotten);
                  void client.resetQueries();
                }}
              >
                {SETTINGS.forget}
              </Button>
            ) : (
              SETTINGS.noKey
            )}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

const Coming = () => <Skeleton height={18} width={160} />;

const SOURCE_COLUMNS: readonly SmallColumn<IngestionHealth['sources'][number]>[] = [
  {
    name: SETTINGS.source,
    cell: ({ dialect, scope }) => <ShownText text={dialect || scope} />,
  },
  { name: SETTINGS.service, cell: ({ service }) => <ShownText text={service} /> },
  {
    name: SETTINGS.toolSpans,
    align: 'end',
    cell: (source) => formatCount(source.tool_spans),
  },
  {
    name: SETTINGS.withoutArguments,
    align: 'end',
    cell: (source) => formatCount(source.without_arguments),
  },
  {
    name: SETTINGS.withoutResult,
    align: 'end',
    cell: (source) => formatCount(source.without_result),
  },
  { name: SETTINGS.last, cell: ({ last_at: at }) => <TimeAgo at={at} /> },
];
