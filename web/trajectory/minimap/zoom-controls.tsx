import { ActionIcon, Button } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';

import { formatDuration } from '../../format/duration.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import classes from './minimap-band.module.css';
import type { Stretch } from './zoom.ts';

export interface ZoomControlsProps {
  shown: Stretch;
  totalMs: number;
  zoom: (factor: number) => void;
  showAll: () => void;
}

export const ZOOM_STEP = 2;
const words = TRAJECTORY.minimap;

/** Narrower, wider, whole; and what of the run is shown, where it is not all. */
export function ZoomControls({ shown, totalMs, zoom, showAll }: ZoomControlsProps) {
  const isWhole = shown.fromMs <= 0 && shown.toMs >= totalMs;
  return (
    <div className={classes['zoom']} role="group" aria-label={words.zoom}>
      {isWhole ? null : (
        <>
          <span role="status">
            {words.shown(formatDuration(shown.toMs - shown.fromMs), formatDuration(totalMs))}
          </span>
          <Button size="compact-xs" variant="subtle" onClick={showAll}>
            {words.whole}
          </Button>
        </>
      )}
      <ActionIcon
        variant="subtle"
        size={24}
        disabled={isWhole}
        aria-label={words.wider}
        title={words.wider}
        onClick={() => zoom(1 / ZOOM_STEP)}
      >
        <IconZoomOut size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={24}
        aria-label={words.narrower}
        title={words.narrower}
        onClick={() => zoom(ZOOM_STEP)}
      >
        <IconZoomIn size={16} />
      </ActionIcon>
    </div>
  );
}
