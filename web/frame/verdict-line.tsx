import classes from './verdict-line.module.css';

export interface VerdictLineProps {
  tone: 'calm' | 'watch' | 'alert';
  sentences: readonly string[];
}

/** Shape and words carry the tone; colour only adds to them. */
const GLYPHS = { calm: '○', watch: '△', alert: '■' } as const;

/** The first line of a page: what is the matter, in words. */
export function VerdictLine({ tone, sentences }: VerdictLineProps) {
  return (
    <h1 className={classes['line']} data-tone={tone}>
      <span className={classes['glyph']} aria-hidden>
        {GLYPHS[tone]}
      </span>
      <span>
        <strong>{sentences[0]}</strong>
        {sentences.length > 1 ? ` ${sentences.slice(1).join(' ')}` : null}
      </span>
    </h1>
  );
}
