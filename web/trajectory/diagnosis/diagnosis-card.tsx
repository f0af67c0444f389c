import type { Loop } from '@loopscope/api/contract';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';

import { formatDuration } from '../../format/duration.ts';
import { formatCount, formatMoney } from '../../format/number.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FIX_PLACES, kindName, kindWord, SEVERITIES } from '../../text/loops.ts';
import { DIAGNOSIS } from '../../text/trajectory.ts';
import classes from './diagnosis-card.module.css';
import { Feedback } from './feedback.tsx';
import { Tag } from '../kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';

export interface DiagnosisCardProps {
  loop: Loop;
  /** All loops of the turn. */
  loops: readonly Loop[];
  show: (loop: Loop) => void;
  /** Id of the loop whose verdict the reader was asked about; undefined where nobody was. */
  asked: string | undefined;
}

/** A name within it may be of any length. */
const SUMMARY_CHARS = 280;

/** One loop: what happened, the test that confirms it, what it cost and where the fix goes. */
export const DiagnosisCard = memo(function DiagnosisCard({
  loop,
  loops,
  show,
  asked,
}: DiagnosisCardProps) {
  return (
    <section className={classes['card']} aria-label={DIAGNOSIS.title}>
      <header className={classes['head']}>
        <h2>{kindName(loop.kind)}</h2>
        <Tag tone={loop.severity}>{SEVERITIES[loop.severity]}</Tag>
        {loops.length < 2 ? null : <Switcher loop={loop} loops={loops} show={show} />}
      </header>
      {/* The page's first line says it where there is only one. */}
      {loops.length < 2 ? null : (
        <p className={classes['summary']}>
          <ShownText dir="ltr" text={loop.summary} most={SUMMARY_CHARS} />
        </p>
      )}
      <Test test={loop.test} />
      <Cost cost={loop.cost} />
      <Fix fix={loop.fix} />
      <Feedback key={loop.loop_id} loop={loop} isAsked={asked === loop.loop_id} />
    </section>
  );
});

function Switcher({ loop, loops, show }: Omit<DiagnosisCardProps, 'asked'>) {
  const at = loops.indexOf(loop);
  const step = (direction: number): void => {
    const next = loops[(at + direction + loops.length) % loops.length];
    if (next !== undefined) show(next);
  };
  return (
    <div className={classes['switcher']}>
      <ActionIcon
        variant="subtle"
        size={24}
        aria-label={DIAGNOSIS.previous}
        onClick={() => step(-1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <span>{DIAGNOSIS.which(at + 1, loops.length)}</span>
      <ActionIcon variant="subtle" size={24} aria-label={DIAGNOSIS.next} onClick={() => step(1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  );
}

function Test({ test }: { test: Loop['test'] }) {
  return (
    <div>
      <h3>{DIAGNOSIS.confirmedBy}</h3>
      <table className={classes['evidence']}>
        <tbody>
          {test.evidence.map(({ claim, holds, of }) => (
            <tr key={claim}>
              <th scope="row">
                <ShownText text={claim} />
              </th>
              <td>{DIAGNOSIS.holds(holds, of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {test.excludes.length === 0 ? null : (
        <p className={classes['dim']}>{DIAGNOSIS.not(test.excludes.map(kindWord).join(', '))}</p>
      )}
    </div>
  );
}

function Cost({ cost }: { cost: Loop['cost'] }) {
  const tokens = cost.input_tokens + cost.output_tokens;
  const parts = [
    formatDuration(cost.ms),
    ...(tokens === 0 ? [] : [DIAGNOSIS.costTokens(formatCount(tokens))]),
    ...(cost.usd === null ? [] : [formatMoney(cost.usd)]),
  ];
  return (
    <div>
      <h3>{DIAGNOSIS.cost}</h3>
      <p>
        {parts.join(', ')}{' '}
        {cost.side_effects === 0 ? null : (
          <Tag tone="alert">{DIAGNOSIS.sideEffects(cost.side_effects)}</Tag>
        )}
      </p>
    </div>
  );
}

function Fix({ fix }: { fix: Loop['fix'] }) {
  return (
    <div className={classes['fix']}>
      <h3>{DIAGNOSIS.fix}</h3>
      <p>
        <strong>{DIAGNOSIS.fixPlace(FIX_PLACES[fix.place])}</strong> <ShownText text={fix.advice} />
      </p>
      {fix.proposed_text === null ? null : (
        <figure>
          <figcaption>
            {DIAGNOSIS.proposed}
            <CopyButton text={fix.proposed_text} label={DIAGNOSIS.copyProposed} />
          </figcaption>
          <blockquote>
            <ShownText text={fix.proposed_text} />
          </blockquote>
        </figure>
      )}
    </div>
  );
}
