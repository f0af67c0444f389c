import { oneLine } from '../../shown/cut-text.ts';
import type { Stretch } from './compare-text.ts';
import classes from '../../shown/shown-text.module.css';
import { ShownText } from '../../shown/shown-text.tsx';

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** Text with what changed marked in it. `longest`: characters per stretch on one line; null shows all. */
export function Stretches({
  stretches,
  longest,
}: {
  stretches: readonly Stretch[];
  longest: number | null;
}) {
  return stretches.map(({ text, change }, at) => {
    const Tag = TAGS[change];
    return (
      // oxlint-disable-next-line react/no-array-index-key -- stretches of one text never move
      <Tag key={at} className={classes['stretch']} data-change={change}>
        <ShownText text={longest === null ? text : oneLine(text, longest)} />
      </Tag>
    );
  });
}
