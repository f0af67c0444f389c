import type { Turn } from '@loopscope/api/contract';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { comparableTurnsQuery } from '../../api/turn-queries.ts';
import { formatDuration } from '../../format/duration.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { COMPARE } from '../../text/trajectory.ts';
import classes from './compare-view.module.css';
import { ShownText } from '../../shown/shown-text.tsx';

export interface ChooseTurnProps {
  turn: Turn;
  choose: (turnId: string) => void;
}

/** Healthy turns of the same agent, the newest first, or any by its id. */
export function ChooseTurn({ turn, choose }: ChooseTurnProps) {
  const { data } = useQuery(comparableTurnsQuery(turn));
  const [id, setId] = useState('');
  return (
    <div className={classes['page']}>
      <h2 className={classes['title']}>{COMPARE.choose}</h2>
      <p className={classes['dim']}>{COMPARE.chooseHelp}</p>
      {data === undefined ? <Skeleton height={220} /> : null}
      {data?.length === 0 ? <p>{COMPARE.none}</p> : null}
      <ul>
        {data?.map((candidate) => (
          <li key={candidate.turn_id}>
            <button
              type="button"
              className={classes['candidate']}
              onClick={() => choose(candidate.turn_id)}
            >
              <code>
                <ShownText text={candidate.turn_id} />
              </code>
              <span>
                <ShownText text={COMPARE.candidate(candidate.agent_version, candidate.calls)} />
              </span>
              <span>{formatDuration(candidate.duration_ms)}</span>
              <TimeAgo at={candidate.started_at} />
            </button>
          </li>
        ))}
      </ul>
      <form
        className={classes['byId']}
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() !== '') choose(id.trim());
        }}
      >
        <TextInput
          label={COMPARE.byId}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" disabled={id.trim() === ''}>
          {COMPARE.open}
        </Button>
      </form>
    </div>
  );
}
