import { TRAJECTORY } from '../text/trajectory.ts';
import classes from './chips.module.css';
import type { Mark } from './marks.ts';

declare module 'react' {
  interface CSSProperties {
    /** Degrees; the style sheet makes both themes' colours of it. */
    '--hue'?: number;
  }
}

export interface MarkChipProps {
  mark: Mark | undefined;
  /** False where the chip stands for several wordings. */
  isWordingShown?: boolean;
}

/** Letter and hue of a repeated call; a grey dot for a call made once. */
export function MarkChip({ mark, isWordingShown = true }: MarkChipProps) {
  if (mark === undefined) {
    return (
      <span className={classes['mark']} data-unique title={TRAJECTORY.step.unique}>
        ·
      </span>
    );
  }
  const { letter, hue, wording } = mark;
  const title =
    wording === null
      ? TRAJECTORY.step.mark(letter)
      : `${TRAJECTORY.step.mark(letter)}, ${TRAJECTORY.step.wording(wording)}`;
  return (
    <span className={classes['mark']} style={{ '--hue': hue }} title={title}>
      {letter}
      {wording === null || !isWordingShown ? null : (
        <span className={classes['wording']}>{wording}</span>
      )}
    </span>
  );
}
