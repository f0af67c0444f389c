import type { Saving, Turn } from '@loopscope/api/contract';
import { Slider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';

import { fleetSavingsQuery } from '../../api/turn-queries.ts';
import { isFileTurn } from '../../file/file-turn.ts';
import { SAVINGS } from '../../text/trajectory.ts';
import classes from './savings-slider.module.css';
import { sayFleetSaving, saySaving } from './say-saving.ts';
import { ShownText } from '../../shown/shown-text.tsx';

export const DEFAULT_CAP = 2;
const HIGHEST_CAP = 10;
const MARKS = Array.from({ length: HIGHEST_CAP }, (_, at) => ({ value: at + 2 }));

export interface SavingsSliderProps {
  turn: Turn;
  savings: readonly Saving[];
  cap: number;
  change: (cap: number) => void;
}

/** What a stop after N attempts per key would have saved here, and cut elsewhere: a cap of N-1, which the N-th exceeds. */
export const SavingsSlider = memo(function SavingsSlider({
  turn,
  savings,
  cap,
  change,
}: SavingsSliderProps) {
  // A file that was dropped has no fleet.
  const hasFleet = !isFileTurn(turn.turn_id);
  const { data, error } = useQuery({ ...fleetSavingsQuery(turn), enabled: hasFleet });
  const fleet = data === undefined ? null : sayFleetSaving(data, cap, turn.agent);
  const saving = savings.find((one) => one.cap === cap);
  return (
    <section className={classes['savings']} aria-label={SAVINGS.title}>
      <h2>
        {SAVINGS.title} <strong>{SAVINGS.attempts(cap + 1)}</strong>
      </h2>
      <Slider
        min={2}
        max={HIGHEST_CAP + 1}
        step={1}
        marks={MARKS}
        label={null}
        value={cap + 1}
        onChange={(attempts) => change(attempts - 1)}
        thumbLabel={SAVINGS.label}
      />
      <p>
        <strong>{saving === undefined ? SAVINGS.nothing : saySaving(saving)}</strong>
      </p>
      <p className={classes['cut']} role="status">
        {hasFleet ? (
          <ShownText
            dir="ltr"
            text={fleet?.cut ?? (error === null ? SAVINGS.counting : error.message)}
          />
        ) : null}
        {fleet?.saved == null ? null : <span>{fleet.saved}</span>}
      </p>
    </section>
  );
});
