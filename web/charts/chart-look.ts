/** Shared props of all charts; the colours are CSS variables, so both themes draw from one source. */

export const CHART_HEIGHT = 240;
/** Room for the labels at the end of lines. */
export const END_LABEL_WIDTH = 84;
export const FONT_SIZE = 12;

export const AXIS_LOOK = {
  stroke: 'var(--ls-line)',
  tick: { fill: 'var(--ls-dim)', fontSize: FONT_SIZE },
  tickLine: false,
} as const;

export const GRID_LOOK = { stroke: 'var(--ls-line)', vertical: false } as const;

export const TONE_FILLS = {
  plain: 'var(--ls-bar-plain)',
  repeat: 'var(--ls-accent)',
  watch: 'var(--ls-watch-fill)',
} as const;

/** Told apart without colour too: by width, dashes, and the name at the end. */
export const LINE_LOOKS = {
  max: { stroke: 'var(--ls-watch-fill)', strokeWidth: 1, strokeDasharray: '2 3' },
  p99: { stroke: 'var(--ls-accent)', strokeWidth: 2.5 },
  p95: { stroke: 'var(--ls-dim)', strokeWidth: 1.25, strokeDasharray: '6 3' },
  p50: { stroke: 'var(--ls-line-strong)', strokeWidth: 1.25 },
} as const;
