import type { DeadLetter, Receiver } from '@loopscope/api/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { ALERTS as TOUCHED } from '../../api/alert-counts.ts';
import {
  deadLettersQuery,
  receiversQuery,
  tellAgain,
  testReceiver,
} from '../../api/alert-queries.ts';
import { formatDuration } from '../../format/duration.ts';
import { formatCount } from '../../format/number.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { useDeed, type Deed } from '../../frame/toasts/use-deed.ts';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { ShownText } from '../../shown/shown-text.tsx';

const words = ALERTS.receivers;

/** Who is told, how they do, and what they did not take. */
export function ReceiversPart() {
  const { data } = useQuery(receiversQuery());
  const dead = useQuery(deadLettersQuery());
  const test = useDeed(
    testReceiver,
    ({ outcome, reason, duration_ms: ms }, name) =>
      outcome === 'delivered'
        ? words.delivered(name, formatDuration(ms))
        : words.notDelivered(name, reason),
    TOUCHED,
  );
  const again = useDeed(
    tellAgain,
    ({ outcome, reason }) => reason || words.redriven[outcome],
    TOUCHED,
  );
  if (data === undefined) return <Skeleton height={200} />;
  return (
    <>
      <SmallTable
        label={ALERTS.tabs.receivers}
        columns={columnsOf(test)}
        rows={data}
        keyOf={({ name }) => name}
        empty={
          <EmptyState title={words.none} advice={words.noneAdvice}>
            <CodeBlock text={words.snippet} />
            <CopyButton text={words.snippet} />
          </EmptyState>
        }
      />
      {dead.data === undefined || dead.data.items.length === 0 ? null : (
        <section>
          <h2>{words.deadTitle}</h2>
          <SmallTable
            label={words.deadTitle}
            columns={deadColumnsOf(again)}
            rows={dead.data.items}
            keyOf={(letter) => `${letter.alert_id} ${letter.receiver} ${letter.event}`}
            empty=""
          />
        </section>
      )}
    </>
  );
}

const deadColumnsOf = (
  again: Deed<{ receiver: string; alert_id: string }>,
): readonly SmallColumn<DeadLetter>[] => [
  { name: words.told, cell: ({ at }) => <TimeAgo at={at} /> },
  { name: words.name, cell: ({ receiver }) => <ShownText text={receiver} /> },
  { name: ALERTS.what, cell: ({ summary }) => <ShownText text={summary} /> },
  { name: words.error, cell: ({ reason }) => <ShownText text={reason} /> },
  {
    name: '',
    cell: ({ receiver: name, alert_id: id }) => (
      <Button
        size="compact-xs"
        variant="default"
        disabled={again.isRunning}
        onClick={() => again.run({ receiver: name, alert_id: id })}
      >
        {words.again}
      </Button>
    ),
  },
];

const columnsOf = (test: Deed<string>): readonly SmallColumn<Receiver>[] => [
  { name: words.name, cell: ({ name }) => <ShownText text={name} /> },
  { name: words.kind, cell: ({ kind }) => kind },
  { name: words.target, cell: ({ target }) => <ShownText text={target} /> },
  { name: words.told, cell: ({ told_at: at }) => (at === null ? '' : <TimeAgo at={at} />) },
  { name: words.waiting, align: 'end', cell: ({ waiting }) => formatCount(waiting) },
  { name: words.dead, align: 'end', cell: (receiver) => formatCount(receiver.dead) },
  { name: words.error, cell: (receiver) => <ShownText text={receiver.last_error} /> },
  {
    name: '',
    cell: ({ name }) => (
      <Button
        size="compact-xs"
        variant="default"
        disabled={test.isRunning}
        onClick={() => test.run(name)}
      >
        {words.test}
      </Button>
    ),
  },
];
