import { Button, NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';

import { FILTERS, RANGE_NAMES } from '../text/frame.ts';
import type { CommonSearch } from '../url/search.ts';
import {
  DEFAULT_RANGE,
  isAbsolute,
  RANGES,
  resolveRange,
  type TimeRange,
} from '../url/time-range.ts';
import classes from './filters.module.css';
import { fromZoneText, toZoneText, type Zone } from '../format/zone.ts';
import { useZone } from './use-zone.ts';
import { useNow } from './now.tsx';

const CUSTOM = 'custom';

export interface RangeSelectProps {
  search: CommonSearch;
  change: (changes: Partial<CommonSearch>) => void;
}

/** A named range that ends now, or two points in time, in the reader's own zone or in UTC. */
export function RangeSelect({ search, change }: RangeSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const zone = useZone();
  const isCustom = isAbsolute(search) || isOpen;
  const choose = (value: string): void => {
    setOpen(value === CUSTOM);
    const range = RANGES.find((name) => name === value);
    if (range !== undefined) {
      change({
        range: range === DEFAULT_RANGE ? undefined : range,
        from: undefined,
        to: undefined,
      });
    }
  };
  return (
    <>
      <NativeSelect
        className={classes['select']}
        aria-label={FILTERS.range}
        value={isCustom ? CUSTOM : (search.range ?? DEFAULT_RANGE)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {RANGES.map((name) => (
          <option key={name} value={name}>
            {RANGE_NAMES[name]}
          </option>
        ))}
        <option value={CUSTOM}>{FILTERS.custom}</option>
      </NativeSelect>
      <NativeSelect
        className={classes['zone']}
        aria-label={FILTERS.zone}
        value={zone}
        onChange={({ currentTarget: { value } }) =>
          change({ tz: value === 'utc' ? 'utc' : undefined })
        }
      >
        <option value="local">{FILTERS.zones.local}</option>
        <option value="utc">{FILTERS.zones.utc}</option>
      </NativeSelect>
      {isCustom ? (
        <CustomRange
          key={`${search.from} ${search.to} ${zone}`}
          zone={zone}
          start={resolveRange(search, now)}
          apply={({ fromMs, toMs }) =>
            change({
              range: undefined,
              from: new Date(fromMs).toISOString(),
              to: new Date(toMs).toISOString(),
            })
          }
        />
      ) : null}
    </>
  );
}

interface CustomRangeProps {
  start: TimeRange;
  zone: Zone;
  apply: (range: TimeRange) => void;
}

function CustomRange({ start, zone, apply }: CustomRangeProps) {
  const id = useId();
  const [from, setFrom] = useState(toZoneText(start.fromMs, zone));
  const [to, setTo] = useState(toZoneText(start.toMs, zone));
  const range = { fromMs: fromZoneText(from, zone), toMs: fromZoneText(to, zone) };
  const isValid = range.fromMs < range.toMs;
  return (
    <form
      className={classes['custom']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) apply(range);
      }}
    >
      <label htmlFor={`${id}from`}>{FILTERS.from}</label>
      <input
        id={`${id}from`}
        type="datetime-local"
        value={from}
        max={to}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <label htmlFor={`${id}to`}>{FILTERS.to}</label>
      <input
        id={`${id}to`}
        type="datetime-local"
        value={to}
        min={from}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" variant="default" disabled={!isValid}>
        {FILTERS.apply}
      </Button>
    </form>
  );
}
