import type { ToolStep } from '@loopscope/api/contract';

import { TRAJECTORY } from '../../text/trajectory.ts';
import { oneLine } from '../../shown/cut-text.ts';
import { Tag } from '../kind-tags.tsx';
import type { ResultRelation } from '../detail/previous-attempt.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './steps.module.css';

const LONGEST = 200;

/** The result on one line: its beginning, its kind, and how it stands to the one before. */
export function ResultLine({ call, relation }: { call: ToolStep; relation: ResultRelation }) {
  const words = TRAJECTORY.result;
  const isError = call.outcome === 'error' || call.error_class !== '';
  const text = isError && call.error_message !== '' ? call.error_message : (call.result ?? '');
  const said = isError ? words.errorRelation[relation] : words.relation[relation];
  return (
    <>
      <span className={classes['arrow']} aria-hidden>
        →
      </span>
      {isError ? <Tag tone="watch">{words.error(call.error_class)}</Tag> : null}
      {call.result_kind === 'empty' ? <Tag>{`∅ ${words.empty}`}</Tag> : null}
      {call.result === null && !isError ? (
        <i>{words.none}</i>
      ) : (
        <span className={classes['resultText']}>
          {text === '' && call.cut?.result !== undefined ? (
            <span className={classes['awaited']} aria-hidden />
          ) : null}
          <ShownText text={oneLine(text, LONGEST)} />
        </span>
      )}
      {said === '' || call.result_kind === 'none' ? null : (
        <span
          className={classes['relation']}
          data-relation={relation}
          title={`${TRAJECTORY.detail.fingerprint} ${call.result_fingerprint}`}
        >
          <b aria-hidden>{words.glyphs[relation]}</b> {said}
        </span>
      )}
    </>
  );
}
