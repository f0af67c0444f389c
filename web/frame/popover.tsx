import { useId, useRef, type ReactNode } from 'react';

import classes from './menu.module.css';

export interface PopoverProps {
  label: ReactNode;
  /** Accessible name, where the label alone would not do. */
  name?: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens something small; the browser's own popover closes it by Esc or a click elsewhere. */
export function Popover({ label, name, children }: PopoverProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <span className={classes['menu']}>
      <button type="button" className={classes['button']} popoverTarget={id} aria-label={name}>
        {label}
      </button>
      <div ref={list} id={id} popover="auto" className={classes['list']}>
        {children(() => list.current?.hidePopover())}
      </div>
    </span>
  );
}
