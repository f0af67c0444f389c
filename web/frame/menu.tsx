import { useId, useRef, type ReactNode } from 'react';

import classes from './menu.module.css';

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

/** A button that opens a list of deeds; the browser's own popover closes it by Esc or a click elsewhere. */
export function Menu({ label, icon, items }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <span className={classes['menu']}>
      <button type="button" className={classes['button']} popoverTarget={id}>
        {icon}
        {label}
      </button>
      <div ref={list} id={id} popover="auto" className={classes['list']}>
        {items.map(({ name, hint, run }) => (
          <button
            key={name}
            type="button"
            className={classes['item']}
            onClick={() => {
              list.current?.hidePopover();
              run();
            }}
          >
            {name}
            {hint === undefined ? null : <span className={classes['hint']}>{hint}</span>}
          </button>
        ))}
      </div>
    </span>
  );
}
