import type { ReactNode } from 'react';

import classes from './menu.module.css';
import { Popover } from './popover.tsx';

export interface MenuItem {
  name: string;
  /** What it is for, in a line below. */
  hint?: string;
  run: () => void;
}

export interface MenuProps {
  label: string;
  icon?: ReactNode;
  items: readonly MenuItem[];
}

/** A button that opens a list of deeds. */
export function Menu({ label, icon, items }: MenuProps) {
  return (
    <Popover
      label={
        <>
          {icon}
          {label}
        </>
      }
    >
      {(id) =>
        items.map(({ name, hint, run }) => (
          <button
            key={name}
            type="button"
            className={classes['item']}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={run}
          >
            {name}
            {hint === undefined ? null : <span className={classes['hint']}>{hint}</span>}
          </button>
        ))
      }
    </Popover>
  );
}
