import type { Comparison, Marker } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { comparisonQuery, newSinceQuery } from '../../api/verdict-queries.ts';
import { searchOfMarker } from '../../charts/prepare-flags.ts';
import { Panel } from '../../parts/panel.tsx';
import { kindWord } from '../../text/loops.ts';
import { CHANGES } from '../../text/tools.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import type { CommonSearch } from '../../url/search.ts';
import classes from './changes.module.css';

export interface ChangesProps {
  search: CommonSearch;
  /** The newest release or model in the range; null where nothing was new. */
  newest: Marker | null;
}

/** This range against the one before it, and what only the newest release has shown. */
export function Changes({ search, newest }: ChangesProps) {
  const { data } = useQuery(comparisonQuery(search));
  return (
    <Panel title={CHANGES.title} help={CHANGES.help}>
      {data === undefined ? <Skeleton height={120} /> : <Against comparison={data} />}
      {newest === null ? null : <NewSince newest={newest} />}
    </Panel>
  );
}

const SHOWN = 8;
const ORDER = ['new', 'worse', 'gone', 'better'] as const;

function Against({ comparison }: { comparison: Comparison }) {
  const { before, after, loops, test } = comparison;
  if (before.turns_with_calls === 0) return <p className={classes['dim']}>{CHANGES.noBefore}</p>;
  const changed = ORDER.flatMap((state) => loops.filter((loop) => loop.state === state));
  const p =
    test.p_value === null
      ? '.'
      : CHANGES.p(test.p_value < 0.001 ? '< 0.001' : `= ${test.p_value.toFixed(3)}`);
  return (
    <>
      <p>
        {CHANGES.verdicts[test.verdict]}
        {p}
      </p>
      {changed.length === 0 ? <p className={classes['dim']}>{CHANGES.none}</p> : null}
      <ol>
        {changed.slice(0, SHOWN).map((loop) => (
          <li key={`${loop.state} ${loop.kind} ${loop.shape}`} className={classes['row']}>
            <Tag tone={loop.state === 'new' || loop.state === 'worse' ? 'watch' : undefined}>
              {CHANGES.states[loop.state]}
            </Tag>
            <Link to="/turns/$turnId" params={{ turnId: loop.example.turn_id }}>
              <ShownText text={`${loop.tools.join(', ')}: ${kindWord(loop.kind)}`} />
            </Link>
            <span className={classes['dim']}>
              {CHANGES.counts(
                { turns: loop.before.turns, of: before.turns },
                { turns: loop.after.turns, of: after.turns },
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function NewSince({ newest }: { newest: Marker }) {
  const since = newest.kind === 'model' ? { model: newest.name } : { version: newest.name };
  const { data } = useQuery(newSinceQuery(since));
  const name = `${newest.agent} ${newest.name}`;
  if (data === undefined) return null;
  if (data.length === 0)
    return (
      <p className={classes['dim']}>
        <ShownText text={CHANGES.nothingNew(name)} most={120} />
      </p>
    );
  return (
    <section className={classes['since']}>
      <h3>
        <ShownText text={CHANGES.newSince(name)} most={120} />
      </h3>
      <ol>
        {data.slice(0, SHOWN).map((one) => (
          <li key={`${one.kind} ${one.shape}`} className={classes['row']}>
            <Tag tone={one.alerts > 0 ? 'watch' : undefined}>{kindWord(one.kind)}</Tag>
            <Link to="/turns" search={{ loop: [one.kind], ...searchOfMarker(newest) }}>
              <ShownText text={one.shape} />
            </Link>
            <span className={classes['dim']}>{CHANGES.loops(one.loops, one.turns)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
