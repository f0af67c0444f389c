import { CloseButton } from '@mantine/core';
import { use } from 'react';

import { FRAME } from '../../text/frame.ts';
import { ToastsContext } from './toasts-context.ts';
import { useToastList, type Toasts } from './toasts.ts';
import classes from './toasts-region.module.css';

/** Where notices appear; read out by screen readers. */
export function ToastsRegion() {
  const toasts = use(ToastsContext);
  return toasts === null ? null : <List toasts={toasts} />;
}

function List({ toasts }: { toasts: Toasts }) {
  return (
    <div className={classes['region']} role="status">
      {useToastList(toasts).map(({ id, text, tone }) => (
        <div key={id} className={classes['toast']} data-tone={tone}>
          <span>{text}</span>
          <CloseButton size={22} aria-label={FRAME.dismiss} onClick={() => toasts.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
