import { Skeleton } from '@mantine/core';
import { Fragment } from 'react';

import { ShownText } from '../shown/shown-text.tsx';
import classes from './verdict-line.module.css';

export interface VerdictLineProps {
  tone: 'calm' | 'watch' | 'alert';
  sentences: readonly string[];
  /** Where the page has a name of its own, the line is no heading. */
  as?: 'h1' | 'p';
}

export type Verdict = Omit<VerdictLineProps, 'as'>;

export interface VerdictPlaceProps {
  /** Undefined while it loads. */
  verdict: Verdict | undefined;
  /** Lines that it mostly takes, on a desk and on a phone: their place is kept, so that nothing moves when it comes. */
  lines: readonly [desk: number, phone: number];
  as?: VerdictLineProps['as'];
}

/** The first line of a page that has to ask first. */
export function VerdictPlace({ verdict, lines: [desk, phone], as = 'h1' }: VerdictPlaceProps) {
  return (
    <div
      className={classes['place']}
      style={{ ['--desk' as string]: desk, ['--phone' as string]: phone }}
    >
      {verdict === undefined ? (
        <Skeleton height={29} width="50%" />
      ) : (
        <VerdictLine {...verdict} as={as} />
      )}
    </div>
  );
}

/** A name within a sentence may be of any length. */
const SENTENCE_CHARS = 280;

/** Shape and words carry the tone; colour only adds to them. */
const GLYPHS = { calm: '○', watch: '△', alert: '■' } as const;

/** The first line of a page: what is the matter, in words. */
export function VerdictLine({ tone, sentences, as: Line = 'h1' }: VerdictLineProps) {
  return (
    <Line className={classes['line']} data-tone={tone}>
      <span className={classes['glyph']} aria-hidden>
        {GLYPHS[tone]}
      </span>
      <span>
        <strong>
          <ShownText dir="ltr" text={sentences[0] ?? ''} most={SENTENCE_CHARS} />
        </strong>
        {sentences.slice(1).map((sentence) => (
          <Fragment key={sentence}>
            {' '}
            <ShownText dir="ltr" text={sentence} most={SENTENCE_CHARS} />
          </Fragment>
        ))}
      </span>
    </Line>
  );
}
