import type { ReactNode } from 'react';

import { HelpHint } from './help-hint.tsx';
import classes from './panel.module.css';

export interface PanelProps {
  title: string;
  help?: string;
  /** Beside the title: the unit, the scale. */
  note?: string;
  /** At the end of the title's line: a toggle, a link. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Panel({ title, help, note, action, children }: PanelProps) {
  return (
    <section className={classes['panel']} aria-label={title}>
      <header className={classes['head']}>
        <h2 className={classes['title']}>{title}</h2>
        {note === undefined ? null : <span className={classes['note']}>{note}</span>}
        {help === undefined ? null : <HelpHint what={title} text={help} />}
        {action === undefined ? null : <div className={classes['action']}>{action}</div>}
      </header>
      {children}
    </section>
  );
}
