import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { STOPS, stopSession, stopsQuery } from '../../api/guard-queries.ts';
import { useDeed } from '../../frame/toasts/use-deed.ts';
import { STOP } from '../../text/guard.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import classes from './session-page.module.css';

/** Tells the guard of a session to end it; asks first, for it cuts work short. */
export function StopButton({
  sessionId,
  asksAtOnce,
}: {
  sessionId: string;
  /** A message led here to stop it. */
  asksAtOnce: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('');
  const stops = useQuery(stopsQuery());
  const stop = useDeed(
    (why: string) => stopSession(sessionId, why),
    () => STOP.done,
    STOPS,
  );
  const close = (): void => dialog.current?.close();
  const isKnown = stops.data !== undefined;
  useEffect(() => {
    if (asksAtOnce && isKnown && dialog.current?.open === false) dialog.current.showModal();
  }, [asksAtOnce, isKnown]);
  const isStanding = stops.data?.some(
    ({ session_id: id, state }) => id === sessionId && state === 'standing',
  );
  if (isStanding === true) return <Tag tone="watch">{STOP.standing}</Tag>;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => dialog.current?.showModal()}>
        {STOP.button}
      </Button>
      <dialog ref={dialog} className={classes['dialog']} aria-label={STOP.title}>
        <form
          className={classes['order']}
          onSubmit={(event) => {
            event.preventDefault();
            stop.run(reason.trim());
            close();
          }}
        >
          <h2>{STOP.title}</h2>
          <p>{STOP.explain}</p>
          <TextInput
            label={STOP.reason}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div className={classes['deeds']}>
            <Button size="xs" variant="default" onClick={close}>
              {STOP.cancel}
            </Button>
            <Button size="xs" type="submit" disabled={stop.isRunning}>
              {STOP.confirm}
            </Button>
          </div>
        </form>
      </dialog>
    </>
  );
}
