import { Link } from '@tanstack/react-router';

import { Panel } from '../../parts/panel.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import { GUARD } from '../../text/guard.ts';
import { barShare, listEnds } from './list-ends.ts';
import classes from './turn-ends.module.css';

/** Why turns ended, the most frequent first, each with the way to its turns: what a guard stopped beside what ran into a limit. */
export function TurnEnds({ reasons }: { reasons: Readonly<Record<string, number>> | undefined }) {
  const ends = listEnds(reasons ?? {});
  const [first] = ends;
  return (
    <Panel title={GUARD.ends} help={GUARD.endsHelp} note={GUARD.endsNote}>
      {first === undefined ? (
        <p className={classes['none']}>{GUARD.noEnds}</p>
      ) : (
        <ol className={classes['rows']}>
          {ends.map(({ reason, turns }) => (
            <li key={reason} className={classes['row']}>
              <span className={classes['reason']}>
                <Link to="/turns" search={{ stop: [reason] }}>
                  <ShownText text={reason.replaceAll('_', ' ')} isTitled />
                </Link>
              </span>
              <span className={classes['track']} aria-hidden>
                <span
                  className={classes['bar']}
                  style={{ inlineSize: `${100 * barShare(turns, first.turns)}%` }}
                />
              </span>
              <span className={classes['turns']}>{GUARD.endedTurns(turns)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
