import type { Silence } from '@loopscope/api/contract';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ALERTS as TOUCHED } from '../../api/alert-counts.ts';
import { createSilence, endSilence, rulesQuery, silencesQuery } from '../../api/alert-queries.ts';
import type { Zone } from '../../format/zone.ts';
import { formatInstant } from '../../format/duration.ts';
import { useZone } from '../../frame/use-zone.ts';
import { useDeed, type Deed } from '../../frame/toasts/use-deed.ts';
import { SmallTable, type SmallColumn } from '../../table/small-table.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
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

const HOURS = ['1', '4', '24', '168'] as const;

interface Draft {
  rule: string;
  agent: string;
  tool: string;
  comment: string;
  hours: string;
}
const EMPTY: Draft = { rule: '', agent: '', tool: '', comment: '', hours: '1' };

function AddSilence() {
  const rules = useQuery(rulesQuery());
  const [draft, setDraft] = useState(EMPTY);
  const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const create = useDeed(
    createSilence,
    () => words.created,
    TOUCHED,
    () => setDraft(EMPTY),
  );
  const named = (['rule', 'agent', 'tool'] as const).filter((name) => draft[name].trim() !== '');
  const isReady = named.length > 0 && draft.comment.trim() !== '';
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        create.run({
          matcher: Object.fromEntries(named.map((name) => [name, draft[name].trim()])),
          comment: draft.comment.trim(),
          for_seconds: Number(draft.hours) * 3600,
        });
      }}
    >
      <NativeSelect
        label={words.rule}
        value={draft.rule}
        data={[
          { value: '', label: words.anyRule },
          ...(rules.data?.map(({ name }) => ({ value: name, label: name })) ?? []),
        ]}
        onChange={(event) => set({ rule: event.currentTarget.value })}
      />
      {(['agent', 'tool'] as const).map((name) => (
        <TextInput
          key={name}
          label={words.only[name]}
          placeholder={words.any}
          value={draft[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      ))}
      <TextInput
        className={classes['why'] ?? ''}
        label={words.comment}
        value={draft.comment}
        onChange={(event) => set({ comment: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.length}
        value={draft.hours}
        data={HOURS.map((hours) => ({ value: hours, label: words.hours(Number(hours)) }))}
        onChange={(event) => set({ hours: event.currentTarget.value })}
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
