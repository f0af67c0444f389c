import type { Loop, Trajectory } from '@loopscope/api/contract';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';

import { isFileTurn } from '../../file/file-turn.ts';
import { FileTurns } from '../../file/file-turns.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { VerdictLine } from '../../parts/verdict-line.tsx';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { CopyLink } from './copy-link.tsx';
import { ExportMenu } from './export-menu.tsx';
import { sayNumbers, type TurnVerdict } from './say-turn.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './turn-head.module.css';

export interface TurnHeadProps {
  trajectory: Trajectory;
  /** The loop in view. */
  loop: Loop | null;
  verdict: TurnVerdict;
}

/** A name of any length leaves room for the others. */
const NAME_CHARS = 80;

/** What is the matter with the turn, in words and then in numbers. */
export const TurnHead = memo(function TurnHead({ trajectory, loop, verdict }: TurnHeadProps) {
  const { turn } = trajectory;
  usePageTitle(TRAJECTORY.heading(turn.agent));
  const version = turn.agent_version === '' ? '' : ` ${turn.agent_version}`;
  return (
    <header className={classes['head']}>
      <VerdictLine tone={verdict.tone} sentences={[verdict.sentence]} />
      <div className={classes['who']}>
        <span>
          <ShownText text={TRAJECTORY.heading(`${turn.agent}${version}`)} most={NAME_CHARS} />
        </span>
        <span>
          <ShownText text={turn.model} most={NAME_CHARS} />
        </span>
        <TimeAgo at={turn.started_at} />
        {isFileTurn(turn.turn_id) ? (
          <FileTurns turnId={turn.turn_id} />
        ) : (
          <>
            <span>
              {TRAJECTORY.session}{' '}
              <Link to="/sessions/$sessionId" params={{ sessionId: turn.session_id }}>
                <ShownText text={turn.session_id} most={NAME_CHARS} />
              </Link>
            </span>
            <CopyLink />
          </>
        )}
        <ExportMenu trajectory={trajectory} loop={loop} />
      </div>
      <ul className={classes['numbers']}>
        {sayNumbers(turn).map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ul>
      {trajectory.hints.map((hint) => (
        <p key={hint} className={classes['hint']}>
          <ShownText text={hint} />
        </p>
      ))}
    </header>
  );
});
