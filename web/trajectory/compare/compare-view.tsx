import type { Trajectory } from '@loopscope/api/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { trajectoryQuery } from '../../api/turn-queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { COMPARE } from '../../text/trajectory.ts';
import { ChooseTurn } from './choose-turn.tsx';
import classes from './compare-view.module.css';
import { ComparedCalls } from './compared-calls.tsx';
import { compareTurns, type Compared } from './prepare-compare.ts';
import { ShownText } from '../../shown/shown-text.tsx';

export interface CompareViewProps {
  trajectory: Trajectory;
  /** Id of the other turn; undefined until one is chosen. */
  other: string | undefined;
  choose: (turnId: string | undefined) => void;
}

/** This turn beside another, such as the run after the fix. */
export function CompareView({ trajectory, other, choose }: CompareViewProps) {
  if (other === undefined) return <ChooseTurn turn={trajectory.turn} choose={choose} />;
  return <Chosen trajectory={trajectory} other={other} choose={choose} />;
}

function Chosen({ trajectory, other, choose }: CompareViewProps & { other: string }) {
  const { data, error, refetch } = useQuery(trajectoryQuery(other));
  const compared = useMemo(
    () => (data === undefined ? undefined : compareTurns(trajectory, data)),
    [trajectory, data],
  );
  const again = (
    <Button size="compact-xs" variant="default" onClick={() => choose(undefined)}>
      {COMPARE.other}
    </Button>
  );
  if (error !== null) {
    return (
      <div className={classes['page']}>
        <Failure error={error} retry={() => void refetch()} />
        {again}
      </div>
    );
  }
  if (compared === undefined) return <Skeleton height={400} />;
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        {again}
        <Link to="/turns/$turnId" params={{ turnId: other }}>
          {COMPARE.otherTurn}
        </Link>
      </header>
      <Numbers compared={compared} />
      <ComparedCalls compared={compared} turns={[trajectory.turn.turn_id, other]} />
    </div>
  );
}

function Numbers({ compared }: { compared: Compared }) {
  return (
    <table className={classes['numbers']} aria-label={COMPARE.numbersTitle}>
      <thead>
        <tr>
          <td />
          <th scope="col">{COMPARE.thisTurn}</th>
          <th scope="col">{COMPARE.otherTurn}</th>
        </tr>
      </thead>
      <tbody>
        {compared.numbers.map(({ name, left, right, isSame }) => (
          <tr key={name} data-same={isSame}>
            <th scope="row">{name}</th>
            <td>
              <ShownText text={left} />
            </td>
            <td>
              <ShownText text={right} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
