import type { Turn } from '@loopscope/api/contract';

import { kindName, kindWord, VERDICTS } from '../text/loops.ts';
import classes from './chips.module.css';

/** Kinds of a turn's loops; a turn worth a look without a confirmed loop says `watch`; a healthy one says nothing. */
export function KindTags({ loops, verdict }: Pick<Turn, 'loops' | 'verdict'>) {
  if (loops.length === 0) {
    return verdict === 'watch' ? <Tag tone="watch">{VERDICTS.watch}</Tag> : null;
  }
  return loops.map((kind) => (
    <Tag key={kind} title={kindName(kind)}>
      {kindWord(kind)}
    </Tag>
  ));
}

export interface TagProps {
  tone?: 'alert' | 'watch' | undefined;
  title?: string;
  children: string;
}

export function Tag({ tone, title, children }: TagProps) {
  return (
    <span className={classes['tag']} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
