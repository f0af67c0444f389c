/** How a program ended, or a remark in brackets. */
const OF_FOOTER =
  /^\s{0,20}(?:\[[^\]\n]{1,200}\]|(?:process (?:exited|finished) with )?(?:exit|return)[ _-]?(?:code|status)\s?[:=]?\s?-?\d{1,5}\.?)\s{0,20}$/i;
const MAX_LINES = 3;

/** What a program printed, without the lines that a harness writes below it. */
export function withoutFooter(message: string): string {
  let text = message.trimEnd();
  for (let line = 0; line < MAX_LINES; line += 1) {
    const at = text.lastIndexOf('\n');
    if (at < 0 || !OF_FOOTER.test(text.slice(at + 1))) break;
    text = text.slice(0, at).trimEnd();
  }
  return text;
}
