import type { Facets, FacetValue } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { facetsQuery } from '../../api/list-queries.ts';
import { formatCount } from '../../format/number.ts';
import { FACETS, GUARD_NAMES } from '../../text/lists.ts';
import { kindWord } from '../../text/loops.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import type { TurnsSearch } from '../../url/search.ts';
import classes from './facets-panel.module.css';

export type FacetName = keyof Facets;
const NAMES: readonly FacetName[] = ['loop', 'guard', 'agent', 'version', 'model', 'tool', 'stop'];
const SHOWN = 8;
/** As many as the API gives: the most frequent. */
const MOST_ASKED = 50;
/** About what the facets take. Pixels. */
const SKELETON_HEIGHT = 640;

export interface FacetsPanelProps {
  search: TurnsSearch;
  change: (name: FacetName, values: string[] | undefined) => void;
}

/** What there is to narrow by, each value with its turns and how many of them loop. */
export function FacetsPanel({ search, change }: FacetsPanelProps) {
  const { data } = useQuery(facetsQuery(search));
  return (
    <aside className={classes['panel']} aria-label={FACETS.title}>
      {data === undefined ? <Skeleton height={SKELETON_HEIGHT} /> : null}
      {(data === undefined ? [] : NAMES).map((name) => (
        <Facet
          key={name}
          name={name}
          values={data?.[name] ?? []}
          chosen={search[name] ?? []}
          change={(values) => change(name, values)}
        />
      ))}
    </aside>
  );
}

interface FacetProps {
  name: FacetName;
  values: readonly FacetValue[];
  chosen: readonly string[];
  change: (values: string[] | undefined) => void;
}

function Facet({ name, values, chosen, change }: FacetProps) {
  const toggle = (value: string): void => {
    const next = chosen.includes(value)
      ? chosen.filter((one) => one !== value)
      : [...chosen, value];
    change(next.length === 0 ? undefined : next);
  };
  const row = (value: FacetValue) => (
    <FacetRow
      key={value.value}
      value={value}
      label={labelOf(name, value.value)}
      isChosen={chosen.includes(value.value)}
      toggle={toggle}
    />
  );
  return (
    <fieldset className={classes['facet']}>
      <legend>{FACETS.names[name]}</legend>
      {values.length === 0 ? <span className={classes['none']}>{FACETS.none}</span> : null}
      {values.slice(0, SHOWN).map(row)}
      {values.length > SHOWN ? (
        <details>
          <summary>{FACETS.more(values.length - SHOWN, values.length >= MOST_ASKED)}</summary>
          {values.slice(SHOWN).map(row)}
        </details>
      ) : null}
    </fieldset>
  );
}

function labelOf(name: FacetName, value: string): string {
  if (name === 'loop') return kindWord(value);
  if (name === 'stop') return value.replaceAll('_', ' ');
  return name === 'guard' ? (GUARD_NAMES[value] ?? value) : value;
}

interface FacetRowProps {
  value: FacetValue;
  label: string;
  isChosen: boolean;
  toggle: (value: string) => void;
}

function FacetRow({ value: { value, turns, looping }, label, isChosen, toggle }: FacetRowProps) {
  return (
    <label className={classes['value']} title={FACETS.counts(turns, looping)}>
      <input type="checkbox" checked={isChosen} onChange={() => toggle(value)} />
      <span className={classes['name']}>
        <ShownText text={label} />
      </span>
      {looping === 0 || looping === turns ? null : (
        <span className={classes['looping']}>{formatCount(looping)}</span>
      )}
      <span className={classes['count']}>{formatCount(turns)}</span>
    </label>
  );
}
