import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { deletionsQuery } from '../../api/deletion-queries.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { Failure } from '../../parts/failure.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import { DELETION, SESSIONS } from '../../text/lists.ts';
import classes from './session-page.module.css';

export interface DeletedSessionProps {
  sessionId: string;
  /** Why the session cannot be shown. */
  error: Error;
  retry: () => void;
}

/** In place of a session that is not there: who deleted it, when and why; else what went wrong. */
export function DeletedSession({ sessionId, error, retry }: DeletedSessionProps) {
  const { data, isPending } = useQuery(deletionsQuery(sessionId));
  const deletion = data?.[0];
  if (isPending) return null;
  if (deletion === undefined) return <Failure error={error} retry={retry} />;
  const { requested_by: by, reason } = deletion;
  return (
    <div className={classes['deleted']}>
      <h1 key={deletion.state} ref={focus} tabIndex={-1}>
        {deletion.state === 'done' ? DELETION.done : DELETION.begun}
      </h1>
      <p>
        <ShownText text={SESSIONS.heading(sessionId)} />
      </p>
      <p role="status">
        {DELETION.extent(deletion.turns, deletion.traces, deletion.spans)}{' '}
        {deletion.state === 'done' ? DELETION.proof : DELETION.goesOn}
      </p>
      <p>
        {by === '' ? null : (
          <>
            <ShownText text={DELETION.orderedBy(by)} /> ·{' '}
          </>
        )}
        <TimeAgo at={deletion.requested_at} />
        {reason === '' ? null : (
          <>
            {' · '}
            <ShownText text={reason} />
          </>
        )}
      </p>
      <p>
        <Link to="/sessions">{DELETION.toSessions}</Link>
      </p>
    </div>
  );
}

/** Whoever deleted it stood on a button that went with it. */
const focus = (heading: HTMLElement | null): void => heading?.focus();
