import classes from './shown-text.module.css';
import { revealText } from './reveal-text.ts';

/** Text from a trace: text nodes only, isolated in its direction, with steering characters made visible. */
export function ShownText({ text }: { text: string }) {
  const parts = revealText(text);
  return (
    <bdi>
      {parts.map((part, at) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one text never move
          <span key={at} className={classes['hidden']} title={part.name}>
            {part.code}
          </span>
        ),
      )}
    </bdi>
  );
}
