import { oneLine, tameWords } from './cut-text.ts';
import { revealText, tellText } from './reveal-text.ts';
import classes from './shown-text.module.css';

export interface ShownTextProps {
  text: string;
  /** Characters that there is room for; the whole is the title then. */
  most?: number;
  /** A cell, where the style cuts it as well: the whole is the title. */
  isTitled?: boolean;
  /** Of a sentence, which runs in our direction whatever name it begins with. */
  dir?: 'ltr';
}

/** More than any cell shows. */
const CELL_CHARS = 200;

/** A title is read by hovering: what is longer than this is read elsewhere. */
const LONGEST_TITLE = 2000;

/** Text from a trace: text nodes only, isolated in its direction, with steering characters made visible. */
export function ShownText({ text, isTitled = false, dir, ...room }: ShownTextProps) {
  const most = room.most ?? (isTitled ? CELL_CHARS : Infinity);
  const said = dir === 'ltr' ? tameWords(text) : text;
  const isCut = said !== text || said.length > most;
  const parts = revealText(isCut || isTitled ? oneLine(said, most) : said);
  const title = isCut || isTitled ? tellText(oneLine(text, LONGEST_TITLE)) : undefined;
  return (
    <bdi title={title} dir={dir}>
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
