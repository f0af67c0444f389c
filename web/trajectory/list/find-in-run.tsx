import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { foundStepsQuery } from '../../api/turn-queries.ts';
import { isFileTurn } from '../../file/file-turn.ts';
import { useKeys } from '../../frame/keys/use-keys.ts';
import { FIND } from '../../text/trajectory.ts';
import classes from './find-in-run.module.css';
import { findInSteps, nextFound, seqsOfFound } from './find-steps.ts';
import type { TrajectoryView } from '../prepare-view.ts';

export interface FindInRunProps {
  view: TrajectoryView;
  /** `seq` of the selected step. */
  selected: number | undefined;
  reveal: (seq: number) => void;
  /** What is looked for, as the URL says. */
  sought: string;
  seek: (words: string) => void;
}

const PAUSE_MS = 250;

/** Finds words in all texts of the run, those too that are not here yet. */
export function FindInRun({ view, selected, reveal, sought, seek }: FindInRunProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(sought);
  const words = useSettled(text.trim());
  useEffect(() => {
    if (words !== sought) seek(words);
    // oxlint-disable-next-line react/exhaustive-deps -- the field leads and the URL follows
  }, [words]);
  const { turn_id: turnId } = view.trajectory.turn;
  const isLocal = isFileTurn(turnId);
  const { data, isFetching } = useQuery({
    ...foundStepsQuery(turnId, words),
    enabled: words !== '' && !isLocal,
  });
  const seqs = isLocal
    ? findInSteps(words, view.steps)
    : data === undefined
      ? []
      : seqsOfFound(data, view.steps);
  const at = selected === undefined ? -1 : seqs.indexOf(selected);
  useKeys({ '/': () => field.current?.focus() });
  const go = (direction: 1 | -1): void => {
    const seq = nextFound(seqs, selected, direction);
    if (seq !== undefined) reveal(seq);
  };
  const count = data?.has_more === true ? `${seqs.length}+` : String(seqs.length);
  return (
    <search className={classes['find']}>
      <TextInput
        ref={field}
        size="xs"
        type="search"
        aria-label={FIND.label}
        placeholder={FIND.placeholder}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') {
            setText('');
            field.current?.blur();
          }
        }}
      />
      {words === '' ? null : (
        <>
          <span className={classes['count']} role="status">
            {isFetching ? FIND.seeking : FIND.found(at + 1, count)}
          </span>
          {([-1, 1] as const).map((direction) => (
            <ActionIcon
              key={direction}
              variant="subtle"
              size={24}
              disabled={seqs.length === 0}
              aria-label={direction === 1 ? FIND.next : FIND.previous}
              title={direction === 1 ? FIND.next : FIND.previous}
              onClick={() => go(direction)}
            >
              {direction === 1 ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
            </ActionIcon>
          ))}
        </>
      )}
    </search>
  );
}

/** What was typed, once the typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
