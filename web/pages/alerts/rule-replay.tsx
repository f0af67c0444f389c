import type { Preview } from '@loopscope/api/contract';
import { Link } from '@tanstack/react-router';

import { TimeAgo } from '../../frame/now.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './rule-form.module.css';

export const WEEK_HOURS = 7 * 24;

const words = ALERTS.rules;

/** What a rule would have done, and each time it would have. */
export function Replay({ preview }: { preview: Preview }) {
  return (
    <div role="status">
      <p>
        <strong>{words.wouldHave(preview.fired, preview.subjects, preview.messages)}</strong>{' '}
        {preview.complete ? null : words.partly}
      </p>
      {preview.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {preview.incidents.length === 0 ? null : (
        <ul className={classes['incidents']} tabIndex={0} aria-label={words.incidents}>
          {preview.incidents.map((incident) => (
            <li key={`${incident.subject} ${incident.from}`}>
              <TimeAgo at={incident.from} />
              {incident.turn_id === '' ? (
                <ShownText text={incident.summary} />
              ) : (
                <Link to="/turns/$turnId" params={{ turnId: incident.turn_id }}>
                  <ShownText text={incident.summary} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
