import { useId } from 'react';

import { FRAME } from '../text/frame.ts';
import classes from './help-hint.module.css';

/** A question mark that opens a definition; the browser's own popover closes it by Esc or a click elsewhere. */
export function HelpHint({ what, text }: { what: string; text: string }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={classes['button']}
        popoverTarget={id}
        aria-label={FRAME.whatIs(what)}
      >
        ?
      </button>
      <div id={id} popover="auto" role="note" className={classes['note']}>
        {text}
      </div>
    </>
  );
}
