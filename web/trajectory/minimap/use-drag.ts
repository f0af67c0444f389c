import { useState, type PointerEvent } from 'react';

import { COLUMNS } from './columns.ts';
import type { Drag } from './minimap-tracks.tsx';

interface Dragged {
  from: number;
  to: number;
}

/** Pixels below which a drag was meant as a click. */
const CLICK_PX = 5;

/** A drag along a track, in columns; a click where it went nowhere. */
export function useDrag(
  click: (column: number) => void,
  select: (from: number, to: number) => void,
): { dragged: Dragged | null; drag: Drag } {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const columnOf = (event: PointerEvent<SVGElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(COLUMNS, Math.max(0, ((event.clientX - left) / width) * COLUMNS));
  };
  const drag: Drag = {
    start: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = columnOf(event);
      setDragged({ from: at, to: at });
    },
    move: (event) => {
      if (dragged !== null) setDragged({ ...dragged, to: columnOf(event) });
    },
    end: (event) => {
      if (dragged === null) return;
      setDragged(null);
      const [from, to] = [dragged.from, columnOf(event)].toSorted((one, other) => one - other);
      const { width } = event.currentTarget.getBoundingClientRect();
      if (from === undefined || to === undefined) return;
      if (((to - from) / COLUMNS) * width < CLICK_PX) click(to);
      else select(from, to);
    },
  };
  return { dragged, drag };
}
