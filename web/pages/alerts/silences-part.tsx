import type { Silence } from '@loopscope/api/contract';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import {
  ALERTS as TOUCHED,
  createSilence,
  endSilence,
  rulesQuery,
  silencesQuery,
} from '../../api/alert-queries.ts';
import type { Zone } from '../../format/zone.ts';
import { formatInstant } from '../../format/duration.ts';
import { useZone } from '../../frame/use-zone.ts';
import { useDeed, type Deed } from '../../frame/use-deed.ts';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../trajectory/shown-text.tsx';
import classes from './alerts-page.module.css';

const words = ALERTS.silences;

/** What is silent, until when and why. */
export function SilencesPart() {
  const { data } = useQuery(silencesQuery());
  const zone = useZone();
  const end = useDeed(endSilence, () => words.ended, TOUCHED);
  if (data === undefined) return <Skeleton height={200} />;
  return (
    <>
      <AddSilence />
      <p className={classes['dim']}>{words.help}</p>
      <SmallTable
        label={ALERTS.tabs.silences}
        columns={columnsOf(end, zone)}
        rows={data}
        keyOf={({ silence_id: id }) => id}
        empty={words.none}
      />
    </>
  );
}

const sayMatcher = (matcher: Silence['matcher']): string =>
  Object.entries(matcher)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const HOURS = ['1', '4', '24', '168'];

function AddSilence() {
  const rules = useQuery(rulesQuery());
  const [rule, setRule] = useState('');
  const [comment, setComment] = useState('');
  const [hours, setHours] = useState('1');
  const create = useDeed(
    createSilence,
    (_silence, { matcher }) => ALERTS.silenced(matcher.rule ?? ''),
    TOUCHED,
  );
  const isReady = rule !== '' && comment.trim() !== '';
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        create.run({
          matcher: { rule },
          comment: comment.trim(),
          for_seconds: Number(hours) * 3600,
        });
        setComment('');
      }}
    >
      <NativeSelect
        label={words.rule}
        value={rule}
        data={['', ...(rules.data?.map(({ name }) => name) ?? [])]}
        onChange={(event) => setRule(event.currentTarget.value)}
      />
      <TextInput
        label={words.comment}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <NativeSelect
        label={words.hours}
        value={hours}
        data={HOURS}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" disabled={!isReady || create.isRunning}>
        {words.create}
      </Button>
    </form>
  );
}

const columnsOf = (end: Deed<string>, zone: Zone): readonly SmallColumn<Silence>[] => [
  { name: words.kind, cell: ({ kind }) => kind },
  { name: words.matcher, cell: ({ matcher }) => <ShownText text={sayMatcher(matcher)} /> },
  { name: words.comment, cell: ({ comment }) => <ShownText text={comment} /> },
  { name: words.by, cell: ({ by }) => <ShownText text={by} /> },
  { name: words.until, cell: ({ expires_at: at }) => formatInstant(Date.parse(at), zone) },
  {
    name: ALERTS.state,
    cell: ({ active }) => (active ? <Tag tone="watch">{words.active}</Tag> : words.waiting),
  },
  {
    name: '',
    cell: ({ silence_id: id }) => (
      <Button size="compact-xs" variant="default" onClick={() => end.run(id)}>
        {words.end}
      </Button>
    ),
  },
];
