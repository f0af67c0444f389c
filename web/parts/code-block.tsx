import classes from './code-block.module.css';

/** Text as it is typed; where it is wider than its place, it scrolls by the keyboard too. */
export function CodeBlock({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached
    <pre className={classes['code']} tabIndex={0}>
      {text}
    </pre>
  );
}
