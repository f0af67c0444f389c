import { Button } from '@mantine/core';
import { useState } from 'react';

import { formatShort } from '../../format/number.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { cutText } from '../../shown/cut-text.ts';
import classes from '../../shown/shown-text.module.css';
import { ShownText } from '../../shown/shown-text.tsx';

/** A whole value; beyond 64 KB its beginning, until asked for the rest. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const cut = cutText(text, isWhole);
  return (
    <>
      <ShownText text={cut.text} />
      {cut.hidden === 0 ? null : (
        <div className={classes['more']}>
          <Button size="compact-xs" variant="default" onClick={() => setWhole(true)}>
            {TRAJECTORY.detail.showAll(`${formatShort(text.length)} characters`)}
          </Button>
        </div>
      )}
    </>
  );
}
