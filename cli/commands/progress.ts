import { Presets, SingleBar } from 'cli-progress';

/** A bar on a terminal's stderr, nothing elsewhere. */
export interface Progress {
  update(value: number, total?: number): void;
  /** Takes the bar away, writes a line in its place, and brings it back. */
  print(line: string): void;
  stop(): void;
}

/** `format` is cli-progress's, such as `{bar} {percentage}%`. */
export function startProgress(format: string, total: number): Progress {
  if (!process.stderr.isTTY) {
    return {
      update: () => {},
      print: (line) => process.stderr.write(`${line}\n`),
      stop: () => {},
    };
  }
  const bar = new SingleBar(
    { format, stream: process.stderr, clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return {
    update(value, newTotal) {
      if (newTotal !== undefined) bar.setTotal(newTotal);
      bar.update(value);
    },
    print(line) {
      process.stderr.write(`\r\u001B[K${line}\n`);
      bar.updateETA();
      bar.render();
    },
    stop: () => bar.stop(),
  };
}
