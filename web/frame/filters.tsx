import { Button, NativeSelect } from '@mantine/core';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { FILTER_NAMES, filterNamesQuery } from '../api/overview-queries.ts';
import { FILTERS } from '../text/frame.ts';
import { oneLine } from '../shown/cut-text.ts';
import { tellText } from '../shown/reveal-text.ts';
import type { CommonSearch } from '../url/search.ts';
import classes from './filters.module.css';
import { RangeSelect } from './range-select.tsx';

const NAMES = ['agent', 'model', 'tool'] as const;
type FilterName = (typeof NAMES)[number];

/** A list of the browser is as wide as its longest name. */
const OPTION_CHARS = 60;
const SEVERAL = '\u0000several';

/** Time range and filters of every page; what is chosen stands in the URL and nowhere else. */
export function Filters() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  // The page's own questions go first.
  const asked = useIsFetching({ predicate: ({ queryKey }) => queryKey[0] !== FILTER_NAMES });
  const { data } = useQuery({ ...filterNamesQuery(search), enabled: asked === 0 });
  const change = (changes: Partial<CommonSearch>): void => {
    void navigate({ to: '.', search: (before) => ({ ...before, ...changes }) });
  };
  const isFiltered = NAMES.some((name) => search[name] !== undefined);
  return (
    <div className={classes['filters']} role="group" aria-label={FILTERS.range}>
      <RangeSelect search={search} change={change} />
      {NAMES.map((name) => (
        <FilterSelect
          key={name}
          name={name}
          known={data?.[name] ?? []}
          chosen={search[name] ?? []}
          change={(names) => change({ [name]: names })}
        />
      ))}
      {isFiltered ? (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => change({ agent: undefined, model: undefined, tool: undefined })}
        >
          {FILTERS.clear}
        </Button>
      ) : null}
    </div>
  );
}

interface FilterSelectProps {
  name: FilterName;
  known: readonly string[];
  chosen: readonly string[];
  change: (names: string[] | undefined) => void;
}

function FilterSelect({ name, known, chosen, change }: FilterSelectProps) {
  const text = FILTERS[name];
  const isSeveral = chosen.length > 1;
  const names = [...new Set([...known, ...(isSeveral ? [] : chosen)])];
  return (
    <NativeSelect
      className={classes['select']}
      aria-label={text.label}
      data-active={chosen.length > 0}
      value={isSeveral ? SEVERAL : (chosen[0] ?? '')}
      onChange={({ currentTarget: { value } }) => change(value === '' ? undefined : [value])}
    >
      <option value="">{text.all}</option>
      {isSeveral ? <option value={SEVERAL}>{text.several(chosen.length)}</option> : null}
      {names.map((one) => (
        <option key={one} value={one}>
          {tellText(oneLine(one, OPTION_CHARS))}
        </option>
      ))}
    </NativeSelect>
  );
}
