import type { AgentStep, ModelStep } from '@loopscope/api/contract';

import { memo } from 'react';

import { formatDuration } from '../../format/duration.ts';
import { formatCount, formatShort, NONE } from '../../format/number.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import type { SubAgent } from '../agents.ts';
import { shortName } from '../../shown/cut-text.ts';
import { asksForTool } from '../finish-reason.ts';
import { Tag } from '../kind-tags.tsx';
import { LongText } from '../detail/long-text.tsx';
import type { Note } from '../notes.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './steps.module.css';
import { useWhole } from './use-step-texts.ts';
import type { Words } from '../words.ts';

export interface ModelRowProps {
  turnId: string;
  step: ModelStep;
  /** What users wrote before it, and what the model wrote; null where nothing was, empty where it is on its way. */
  user: string | null;
  said: string | null;
  notes: readonly Note[];
  isSelected: boolean;
  select: (seq: number | undefined) => void;
}

/** More than a row has room for. */
const NAME_CHARS = 120;

/** A model step: a thin line between the calls, and below it what was said. */
export const ModelRow = memo(function ModelRow({
  turnId,
  step,
  user,
  said,
  notes,
  isSelected,
  select,
}: ModelRowProps) {
  const tokens = (count: number | null): string => (count === null ? NONE : formatCount(count));
  return (
    <>
      {notes.map((note) => (
        <NoteLine key={note.kind} note={note} />
      ))}
      {user === null ? null : (
        <Message who="user" text={user} whole={isSelected ? { turnId, step } : null} />
      )}
      <div className={classes['model']}>
        <span className={classes['seq']}>{step.seq}</span>
        <span className={classes['modelName']}>
          {TRAJECTORY.step.modelStep} <ShownText text={step.model} most={NAME_CHARS} />
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
      {said === null ? null : (
        <Message
          who="answer"
          text={said}
          whole={isSelected ? { turnId, step } : null}
          toggle={() => select(isSelected ? undefined : step.seq)}
          label={TRAJECTORY.step.openModel(step.seq)}
        />
      )}
    </>
  );
});

interface MessageProps {
  who: 'user' | 'answer';
  text: string;
  /** Whose text is shown whole; null for its first lines. */
  whole: { turnId: string; step: ModelStep | AgentStep } | null;
  toggle?: () => void;
  label?: string;
}

/** Longer than this, the first lines are all that a row shows unless it is selected. */
const SHORT = 280;

function Message({ who, text, whole, toggle, label }: MessageProps) {
  const isWhole = whole !== null;
  const isLong = text.length > SHORT || text.split('\n').length > 3;
  return (
    <div className={classes['message']} data-who={who}>
      <span className={classes['who']}>{TRAJECTORY.step[who]}</span>
      <p className={classes['words']} data-whole={isWhole || !isLong}>
        {text === '' ? <span className={classes['awaited']} aria-hidden /> : null}
        {isWhole ? (
          <WholeText {...{ who, text, ...whole }} />
        ) : (
          <ShownText text={text.slice(0, 4 * SHORT)} />
        )}
      </p>
      {isLong && toggle !== undefined ? (
        <button
          type="button"
          className={classes['more']}
          aria-expanded={isWhole}
          aria-label={label}
          onClick={toggle}
        >
          {isWhole ? TRAJECTORY.detail.less : TRAJECTORY.detail.more}
        </button>
      ) : null}
    </div>
  );
}

interface WholeTextProps extends Pick<MessageProps, 'who' | 'text'> {
  turnId: string;
  step: ModelStep | AgentStep;
}

/** Only who is selected asks: a list of ten thousand has nobody waiting in each row. */
function WholeText({ turnId, step, who, text }: WholeTextProps) {
  const [whole = step] = useWhole(turnId, [step]);
  const said = who === 'user' || whole.kind === 'agent' ? whole.user_text : whole.text;
  return <LongText text={said ?? text} />;
}

/** What changed between two model steps: a line across the page. */
function NoteLine({ note }: { note: Note }) {
  return (
    <div className={classes['agent']} data-note={note.kind}>
      <ShownText text={sayNote(note)} />
    </div>
  );
}

function sayNote(note: Note): string {
  const words = TRAJECTORY.notes;
  if (note.kind === 'model') return words.model(note.before, note.after);
  const { answers, tokens } = note;
  return [
    words.compaction,
    ...(answers === null
      ? []
      : [words.answers(formatCount(answers.before), formatCount(answers.after))]),
    ...(tokens === null
      ? []
      : [words.compactedTokens(formatShort(tokens.before), formatShort(tokens.after))]),
  ].join(', ');
}

export interface AgentRowProps {
  turnId: string;
  step: AgentStep;
  subAgent: SubAgent | undefined;
  words: Words | undefined;
  isSelected: boolean;
}

/** An agent begins: a line across the page, and what it was asked. */
export const AgentRow = memo(function AgentRow({
  turnId,
  step,
  subAgent,
  words,
  isSelected,
}: AgentRowProps) {
  const name = step.agent === '' ? step.name : step.agent;
  return (
    <>
      <div className={classes['agent']} data-sub={subAgent !== undefined || undefined}>
        <ShownText
          text={
            subAgent === undefined
              ? step.name || step.agent
              : TRAJECTORY.step.subAgent(shortName(name), subAgent.calls)
          }
          most={NAME_CHARS}
        />
        {subAgent === undefined ? null : <span>{formatDuration(step.duration_ms)}</span>}
      </div>
      {words?.user == null ? null : (
        <Message who="user" text={words.user} whole={isSelected ? { turnId, step } : null} />
      )}
    </>
  );
});
