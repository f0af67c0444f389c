import type { ExplainedPreview } from '@loopscope/api/contract';
import { Link } from '@tanstack/react-router';

import { TimeAgo } from '../../frame/now.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './rule-form.module.css';

export const WEEK_HOURS = 7 * 24;

const words = ALERTS.rules;

/** Of no single turn: the worst loop of its session, where one is known. */
function Alone({ incident }: { incident: ExplainedPreview['incidents'][number] }) {
  if (incident.loop === null) return <ShownText text={incident.summary} />;
  const { turn_id: turnId, loop_id: loop, summary } = incident.loop;
  return (
    <Link to="/turns/$turnId" params={{ turnId }} search={{ loop }}>
      <ShownText text={summary} />
    </Link>
  );
}

/** What a rule would have done, and each time it would have. */
export function Replay({ preview }: { preview: ExplainedPreview }) {
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
                <Alone incident={incident} />
              ) : (
                <Link
                  to="/turns/$turnId"
                  params={{ turnId: incident.turn_id }}
                  search={incident.loop === null ? {} : { loop: incident.loop.loop_id }}
                >
                  <ShownText text={incident.loop?.summary ?? incident.summary} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
