import type { Session } from '@loopscope/api/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { deleteSession, deletionsQuery } from '../../api/deletion-queries.ts';
import { ReasonForm } from '../../parts/reason-form.tsx';
import { sayRefusal } from '../../parts/say-refusal.ts';
import { DELETION } from '../../text/lists.ts';
import classes from './session-page.module.css';

/** Deletes a session for good; says before what goes with it, and stays open with the reason where it is refused. */
export function DeleteButton({ session }: { session: Session }) {
  const { session_id: sessionId } = session;
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: (given: { by: string; reason: string }) => deleteSession(sessionId, given),
    onSuccess: (done) => {
      client.setQueryData(deletionsQuery({ session: sessionId }).queryKey, [done]);
      // Lists, counts and the turns of it: whatever is shown may have held it.
      return client.invalidateQueries();
    },
  });
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => dialog.current?.showModal()}>
        {DELETION.button}
      </Button>
      <dialog
        ref={dialog}
        className={classes['dialog']}
        aria-label={DELETION.title}
        onClose={() => deletion.reset()}
      >
        <div className={classes['order']}>
          <h2>{DELETION.title}</h2>
          <p>{DELETION.goes(session.turns, session.calls)}</p>
          <ul>
            {DELETION.withIt.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <p>{DELETION.stays}</p>
          <p role="status" className={classes['refused']}>
            {deletion.error === null ? null : sayRefusal(deletion.error)}
          </p>
          <ReasonForm
            isGrave
            isOptional
            submit={deletion.isPending ? DELETION.running : DELETION.confirm(session.turns)}
            isRunning={deletion.isPending}
            run={(given) => deletion.mutate(given)}
            cancel={() => dialog.current?.close()}
          />
        </div>
      </dialog>
    </>
  );
}
