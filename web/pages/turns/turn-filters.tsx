import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { formatInstant } from '../../format/duration.ts';
import { useZone } from '../../frame/use-zone.ts';
import { GUARD_NAMES, LISTS, TURNS } from '../../text/lists.ts';
import { kindWord, KNOWN_KINDS } from '../../text/loops.ts';
import type { TurnsSearch } from '../../url/search.ts';
import { activeFilters, ATTEMPT_STEPS } from './active-filters.ts';
import classes from './turns-page.module.css';

/** The page's own filters, and every filter that stands, each with its way out. */
export function TurnFilters({ search }: { search: TurnsSearch }) {
  const navigate = useNavigate();
  const zone = useZone();
  const change = (changes: Partial<TurnsSearch>): void => {
    void navigate({ to: '/turns', search: (before) => ({ ...before, ...changes }) });
  };
  const isOpenEnded = search.max_attempts === undefined;
  return (
    <div className={classes['filters']}>
      <NativeSelect
        aria-label={TURNS.filters.loop}
        value={search.loop?.[0] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ loop: value === '' ? undefined : [value] })
        }
      >
        <option value="">{TURNS.filters.anyLoop}</option>
        {KNOWN_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kindWord(kind)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={TURNS.filters.attemptsFrom}
        value={isOpenEnded ? String(search.min_attempts ?? '') : ''}
        onChange={({ currentTarget: { value } }) =>
          change({
            min_attempts: value === '' ? undefined : Number(value),
            max_attempts: undefined,
          })
        }
      >
        <option value="">{TURNS.filters.attemptsAny}</option>
        {ATTEMPT_STEPS.map((count) => (
          <option key={count} value={count}>
            {TURNS.filters.attemptsAtLeast(count)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={TURNS.filters.guard}
        value={search.guard?.[0] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ guard: value === '' ? undefined : [value] })
        }
      >
        <option value="">{TURNS.filters.anyGuard}</option>
        {Object.entries(GUARD_NAMES).map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <TextFilter key={search.q} start={search.q ?? ''} change={(q) => change({ q })} />
      <ul className={classes['active']}>
        {activeFilters(search, (ms) => formatInstant(ms, zone)).map(({ key, label, without }) => (
          <li key={key} className={classes['filter']}>
            {label}
            <CloseButton
              size={20}
              aria-label={LISTS.remove(label)}
              onClick={() => change(without)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TextFilterProps {
  start: string;
  change: (text: string | undefined) => void;
}

/** Taken when it is sent, or left: every letter would be a question over all turns. */
function TextFilter({ start, change }: TextFilterProps) {
  const take = (text: string): void => {
    const words = text.trim();
    if (words !== start && words.length !== 1) change(words === '' ? undefined : words);
  };
  return (
    <TextInput
      type="search"
      aria-label={TURNS.filters.search}
      placeholder={TURNS.filters.search}
      defaultValue={start}
      maxLength={200}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value);
      }}
    />
  );
}
