import type { ReactNode } from 'react';

import { ShownText } from '../shown/shown-text.tsx';
import classes from './page-head.module.css';
import { usePageTitle } from './page-title.ts';

/** The name of a page, and what belongs to all of it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={classes['head']}>
      <h1 className={classes['title']}>
        <ShownText text={title} />
      </h1>
      {children}
    </div>
  );
}
