import type { AgentStep, ModelStep } from '@loopscope/api/contract';

import { formatDuration } from '../format/duration.ts';
import { formatCount, NONE } from '../format/number.ts';
import { TRAJECTORY } from '../text/trajectory.ts';
import { asksForTool } from './finish-reason.ts';
import { Tag } from './kind-tags.tsx';
import { ShownText } from './shown-text.tsx';
import classes from './steps.module.css';

/** A model step: a thin line between the calls. */
export function ModelRow({ step }: { step: ModelStep }) {
  const tokens = (count: number | null): string => (count === null ? NONE : formatCount(count));
  return (
    <div className={classes['model']}>
      <span className={classes['seq']}>{step.seq}</span>
      <span className={classes['modelName']}>
        {TRAJECTORY.step.modelStep} <ShownText text={step.model} />
        {step.finish_reason === '' || asksForTool(step.finish_reason)
          ? null
          : ` · ${step.finish_reason.replaceAll('_', ' ')}`}
      </span>
      {step.outcome === 'error' ? <Tag tone="watch">{TRAJECTORY.result.error('')}</Tag> : null}
      <span className={classes['tokens']}>
        {TRAJECTORY.step.tokens(tokens(step.input_tokens), tokens(step.output_tokens))}
      </span>
      <span className={classes['time']}>{formatDuration(step.duration_ms)}</span>
    </div>
  );
}

/** An agent begins: a line across the page. */
export function AgentRow({ step }: { step: AgentStep }) {
  return (
    <div className={classes['agent']}>
      <ShownText text={step.name === '' ? step.agent : step.name} />
    </div>
  );
}
