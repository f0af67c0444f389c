import { useId, type ReactNode } from 'react';

import classes from './menu.module.css';

export interface PopoverProps {
  label: ReactNode;
  /** Accessible name, where the label alone would not do. */
  name?: string;
  /** `id`: what a button inside names as its `popoverTarget` to close it. */
  children: (id: string) => ReactNode;
}

/** A button that opens something small; the browser's own popover closes it by Esc or a click elsewhere. */
export function Popover({ label, name, children }: PopoverProps) {
  const id = useId();
  return (
    <span className={classes['menu']}>
      <button type="button" className={classes['button']} popoverTarget={id} aria-label={name}>
        {label}
      </button>
      <div id={id} popover="auto" className={classes['list']}>
        {children(id)}
      </div>
    </span>
  );
}
