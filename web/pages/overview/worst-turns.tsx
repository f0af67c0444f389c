import type { Turn } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { formatDuration } from '../../format/duration.ts';
import { formatMoney } from '../../format/number.ts';
import { TimeAgo } from '../../frame/now.tsx';
import { Panel } from '../../parts/panel.tsx';
import { kindWord } from '../../text/loops.ts';
import { OVERVIEW } from '../../text/overview.ts';
import { AttemptChip } from '../../trajectory/list/attempt-chip.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './worst-turns.module.css';

const SHOWN = 8;
const ROW_HEIGHT = 37;

/** The turns with the most attempts; a turn that repeats nothing is none of them. */
export function WorstTurns({ turns }: { turns: readonly Turn[] | undefined }) {
  const worst = turns?.filter((turn) => turn.max_attempts > 1).slice(0, SHOWN);
  const all = (
    <Link to="/turns" search={{}}>
      {OVERVIEW.worst.all}
    </Link>
  );
  return (
    <Panel title={OVERVIEW.worst.title} action={all}>
      {worst === undefined ? <Skeleton height={SHOWN * ROW_HEIGHT} /> : null}
      {worst?.length === 0 ? <p className={classes['none']}>{OVERVIEW.worst.none}</p> : null}
      {worst === undefined || worst.length === 0 ? null : <Head />}
      <ol>
        {worst?.map((turn) => (
          <WorstTurn key={turn.turn_id} turn={turn} />
        ))}
      </ol>
    </Panel>
  );
}

/** Names of the columns; the rows say them again for who does not see. */
function Head() {
  return (
    <div className={classes['head']} aria-hidden>
      {OVERVIEW.worst.columns.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

function WorstTurn({ turn }: { turn: Turn }) {
  return (
    <li>
      <Link className={classes['row']} to="/turns/$turnId" params={{ turnId: turn.turn_id }}>
        <span className={classes['attempts']}>
          <AttemptChip attempt={turn.max_attempts} />
        </span>
        <span className={classes['tool']}>
          <ShownText text={turn.max_attempts_tool} isTitled />
        </span>
        <span className={classes['kind']}>{turn.loops.map(kindWord).join(', ')}</span>
        <span className={classes['agent']}>
          <ShownText text={turn.agent} isTitled />
        </span>
        <span className={classes['number']}>{OVERVIEW.worst.calls(turn.calls)}</span>
        <span className={classes['number']}>{formatDuration(turn.duration_ms)}</span>
        <span className={classes['number']}>{formatMoney(turn.cost)}</span>
        <span className={classes['when']}>
          <TimeAgo at={turn.started_at} />
        </span>
      </Link>
    </li>
  );
}
