import type { SessionDeletion } from '@loopscope/api/contract';
import { Link } from '@tanstack/react-router';

import { TimeAgo } from '../../frame/now.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import { DELETION, SESSIONS } from '../../text/lists.ts';
import classes from './session-page.module.css';

export interface DeletedSessionProps {
  deletion: SessionDeletion;
  /** The page was to show one of its turns. */
  isOfTurn?: boolean;
}

/** In place of a session, or of a turn of it, that is not there: who deleted it, when and why. */
export function DeletedSession({ deletion, isOfTurn = false }: DeletedSessionProps) {
  const { requested_by: by, reason, session_id: sessionId } = deletion;
  const isDone = deletion.state === 'done';
  const [done, begun] = isOfTurn
    ? [DELETION.turnDone, DELETION.turnBegun]
    : [DELETION.done, DELETION.begun];
  const name = SESSIONS.heading(sessionId);
  usePageTitle(isOfTurn ? done : name);
  return (
    <div className={classes['deleted']}>
      <h1 key={deletion.state} ref={focus} tabIndex={-1}>
        {isDone ? done : begun}
      </h1>
      <p>
        {isOfTurn ? (
          <Link to="/sessions/$sessionId" params={{ sessionId }}>
            <ShownText text={name} />
          </Link>
        ) : (
          <ShownText text={name} />
        )}
      </p>
      <p role="status">
        {DELETION.extent(deletion.turns, deletion.traces, deletion.spans)}{' '}
        {isDone ? DELETION.proof : DELETION.goesOn}
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
