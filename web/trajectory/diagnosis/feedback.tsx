import type { Loop } from '@loopscope/api/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { sayNotALoop } from '../../api/verdict-queries.ts';
import { isFileTurn } from '../../file/file-turn.ts';
import { ReasonForm } from '../../parts/reason-form.tsx';
import { useDeed } from '../../frame/toasts/use-deed.ts';
import { FEEDBACK } from '../../text/trajectory.ts';
import classes from './diagnosis-card.module.css';
import { ShownText } from '../../shown/shown-text.tsx';

/** Whether a person agrees with the diagnosis; it is remembered, and becomes a proposed exemption. */
export function Feedback({ loop, isAsked }: { loop: Loop; isAsked: boolean }) {
  const [isOpen, setOpen] = useState(isAsked);
  const isDenied = loop.feedback?.verdict === 'not_a_loop';
  const verdict = isDenied ? 'loop' : 'not_a_loop';
  const say = useDeed(
    (given: { by: string; reason: string }) => sayNotALoop(loop.loop_id, { ...given, verdict }),
    () => FEEDBACK.done[verdict],
    'trajectory',
  );
  // What is not stored cannot be remembered.
  if (isFileTurn(loop.turn_id)) return null;
  return (
    <div className={classes['feedback']}>
      {loop.feedback === null ? null : (
        <p>
          <strong>{FEEDBACK.said[loop.feedback.verdict](loop.feedback.by)}</strong>{' '}
          <ShownText text={loop.feedback.reason} />
        </p>
      )}
      {isOpen ? (
        <ReasonForm
          submit={FEEDBACK.button[verdict]}
          isRunning={say.isRunning}
          cancel={() => setOpen(false)}
          run={(given) => {
            say.run(given);
            setOpen(false);
          }}
        />
      ) : (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {FEEDBACK.button[verdict]}
        </Button>
      )}
    </div>
  );
}
