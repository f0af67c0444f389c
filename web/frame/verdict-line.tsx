import classes from './verdict-line.module.css';

export interface VerdictLineProps {
  tone: 'calm' | 'watch' | 'alert';
  sentences: readonly string[];
  /** Where the page has a name of its own, the line is no heading. */
  as?: 'h1' | 'p';
}

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
        <strong>{sentences[0]}</strong>
        {sentences.length > 1 ? ` ${sentences.slice(1).join(' ')}` : null}
      </span>
    </Line>
  );
}
