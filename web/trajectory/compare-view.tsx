import type { Trajectory } from '@loopscope/api/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { trajectoryQuery } from '../api/turn-queries.ts';
import { formatDuration } from '../format/duration.ts';
import { Failure } from '../frame/failure.tsx';
import { COMPARE } from '../text/trajectory.ts';
import { ChooseTurn } from './choose-turn.tsx';
import classes from './compare-view.module.css';
import { oneLine } from './cut-text.ts';
import { Tag } from './kind-tags.tsx';
import { compareTurns, type Compared, type Run } from './prepare-compare.ts';
import { ShownText } from './shown-text.tsx';

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
      <Calls compared={compared} />
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

function Calls({ compared: { pairs, hidden } }: { compared: Compared }) {
  return (
    <section>
      <h2 className={classes['title']}>{COMPARE.callsTitle}</h2>
      <ol>
        {pairs.map(({ key, left, right, isSameIntent }) => (
          <li key={key} className={classes['pair']} data-alone={left === null || right === null}>
            <RunCell run={left} />
            <span className={classes['between']} title={isSameIntent ? COMPARE.sameIntent : ''}>
              {isSameIntent ? '=' : ''}
            </span>
            <RunCell run={right} />
          </li>
        ))}
      </ol>
      {hidden === 0 ? null : <p className={classes['dim']}>{COMPARE.hidden(hidden)}</p>}
    </section>
  );
}

const LONGEST = 160;

function RunCell({ run }: { run: Run | null }) {
  if (run === null) return <div className={classes['nothing']}>{COMPARE.nothing}</div>;
  const { first, times, errors, empties, durationMs } = run;
  return (
    <div className={classes['run']}>
      <div className={classes['what']}>
        <code>
          <ShownText text={first.tool} />
        </code>
        {times === 1 ? null : <strong>{COMPARE.times(times)}</strong>}
        {empties === 0 ? null : <Tag>{COMPARE.empties(empties)}</Tag>}
        {errors === 0 ? null : <Tag tone="watch">{COMPARE.errors(errors)}</Tag>}
        <span className={classes['time']}>{formatDuration(durationMs)}</span>
      </div>
      <div className={classes['text']}>
        <ShownText text={oneLine(first.args ?? '', LONGEST)} />
      </div>
      <div className={classes['text']}>
        → <ShownText text={oneLine(first.error_message || (first.result ?? ''), LONGEST)} />
      </div>
    </div>
  );
}
