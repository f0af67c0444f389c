import type { Session } from '@loopscope/api/contract';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { deleteSession, deletionsQuery } from '../../api/deletion-queries.ts';
import { readWho, rememberWho } from '../../parts/who.ts';
import { FRAME } from '../../text/frame.ts';
import { DELETION } from '../../text/lists.ts';
import classes from './session-page.module.css';

/** Deletes a session for good; says before what goes with it, and stays open with the reason where it is refused. */
export function DeleteButton({ session }: { session: Session }) {
  const { session_id: sessionId } = session;
  const dialog = useRef<HTMLDialogElement>(null);
  const [by, setBy] = useState(readWho);
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteSession(sessionId, { by: by.trim(), reason: reason.trim() }),
    onSuccess: (done) => {
      client.setQueryData(deletionsQuery({ session: sessionId }).queryKey, [done]);
      // Lists, counts and the turns of it: whatever is shown may have held it.
      return client.invalidateQueries();
    },
  });
  const close = (): void => dialog.current?.close();
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
        <form
          className={classes['form']}
          onSubmit={(event) => {
            event.preventDefault();
            if (by.trim() !== '') rememberWho(by.trim());
            deletion.mutate();
          }}
        >
          <h2>{DELETION.title}</h2>
          <p>{DELETION.goes(session.turns, session.calls)}</p>
          <ul>
            {DELETION.withIt.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <p>{DELETION.stays}</p>
          <TextInput
            label={DELETION.by}
            value={by}
            maxLength={200}
            onChange={(event) => setBy(event.currentTarget.value)}
          />
          <TextInput
            label={DELETION.reason}
            value={reason}
            maxLength={1000}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <p role="status" className={classes['refused']}>
            {deletion.error === null ? null : FRAME.deedFailed(deletion.error.message)}
          </p>
          <div className={classes['deeds']}>
            <Button size="xs" variant="default" onClick={close}>
              {FRAME.cancel}
            </Button>
            <Button size="xs" type="submit" data-grave disabled={deletion.isPending}>
              {deletion.isPending ? DELETION.running : DELETION.confirm(session.turns)}
            </Button>
          </div>
        </form>
      </dialog>
    </>
  );
}
