/** Texts that a long turn leaves out and that follow for the steps in view: which to ask for, and the steps with them. */
import type { Step, StepTexts, ToolStep } from '@loopscope/api/contract';

import type { Row } from './folds.ts';
import type { Comparison } from '../detail/previous-attempt.ts';

/** Characters of a text that a row has use for. */
export const ROW_CHARS = 4_000;
/** Steps whose texts are asked for together. */
const TOGETHER = 40;

/** Whether a row would show less than it could. */
const lacksTexts = ({ cut, ...step }: Step): boolean => {
  if (cut === undefined) return false;
  if (step.kind === 'model') return cut.text !== undefined && step.text === null;
  if (step.kind === 'agent') return false;
  const isLeftOut = (name: 'args' | 'result'): boolean =>
    cut[name] !== undefined && step[name] === '';
  return isLeftOut('args') || isLeftOut('result');
};

/** Groups of spans to ask for, so that `rows` and what they are compared with can be shown; the same for all rows of a group. */
export function spansToAsk(
  rows: readonly Row[],
  steps: readonly Step[],
  comparisons: ReadonlyMap<number, Comparison>,
): string[][] {
  const groups = new Set(
    rows.flatMap((row) =>
      row.kind === 'step' && lacksTexts(row.step) ? [Math.floor(row.at / TOGETHER)] : [],
    ),
  );
  return [...groups].map(spansOf);

  function spansOf(group: number): string[] {
    const own = steps.slice(group * TOGETHER, (group + 1) * TOGETHER).filter(lacksTexts);
    const before = own.flatMap((step) => {
      const earlier = step.kind === 'tool' ? comparisons.get(step.call_seq)?.before : null;
      return earlier != null && lacksTexts(earlier) ? [earlier] : [];
    });
    return [...new Set(own.concat(before).map(({ span_id: id }) => id))];
  }
}

/** The same for calls that stand beside those of another turn, at these positions. */
export function spansOfCalls(calls: readonly ToolStep[], from: number, to: number): string[][] {
  const groups: string[][] = [];
  for (let at = from - (from % TOGETHER); at < to; at += TOGETHER) {
    const lacking = calls.slice(at, at + TOGETHER).filter(lacksTexts);
    if (lacking.length > 0) groups.push([...new Set(lacking.map(({ span_id: id }) => id))]);
  }
  return groups;
}

/** One key for a step and its texts: calls that stand in one message share its span. */
export const textsKey = (step: Pick<StepTexts, 'span_id' | 'call_seq'>): string =>
  step.call_seq === null ? step.span_id : `#${step.call_seq}`;
export const keyOfStep = (step: Step): string =>
  step.kind === 'tool' ? `#${step.call_seq}` : step.span_id;

/** The step with texts that came later. */
export function withTexts<One extends Step>(step: One, texts: StepTexts): One {
  const { cut: _before, ...rest } = step;
  const { args, result, error_message, text, user_text, cut } = texts;
  const own =
    step.kind === 'tool'
      ? { args: args ?? step.args, result: result ?? step.result }
      : step.kind === 'model'
        ? { text, user_text }
        : { user_text };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts of its own kind are replaced
  return { ...rest, ...own, error_message, ...(cut !== undefined && { cut }) } as One;
}
