import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';

import { formatCount } from '../format/number.ts';
import { LISTS } from '../text/lists.ts';
import classes from './live-switch.module.css';
import type { LiveRows } from './use-live-rows.ts';

export interface LiveSwitchProps {
  isOn: boolean;
  isPaused: boolean;
  live: LiveRows;
  switchOn: (isOn: boolean) => void;
  pause: (isPaused: boolean) => void;
}

/** Follows what comes in, with a pause to read. */
export function LiveSwitch({ isOn, isPaused, live, switchOn, pause }: LiveSwitchProps) {
  const words = LISTS.live;
  const state = isPaused
    ? words.waiting(formatCount(live.waiting))
    : live.isOpen
      ? words.open
      : words.closed;
  return (
    <span className={classes['live']}>
      <Button
        size="compact-xs"
        variant="default"
        aria-pressed={isOn}
        leftSection={<span className={classes['dot']} data-on={isOn && !isPaused} />}
        onClick={() => switchOn(!isOn)}
      >
        {words.title}
      </Button>
      {isOn ? (
        <>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
            onClick={() => pause(!isPaused)}
          >
            {isPaused ? words.resume : words.pause}
          </Button>
          <span className={classes['state']} role="status">
            {state}
          </span>
        </>
      ) : null}
    </span>
  );
}
