import type { ReactNode } from 'react';

import classes from './page-head.module.css';

/** The name of a page, and what belongs to all of it. */
export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes['head']}>
      <h1 className={classes['title']}>{title}</h1>
      {children}
    </div>
  );
}
