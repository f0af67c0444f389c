import type { ToolStep } from '@loopscope/api/contract';

import { Link } from '@tanstack/react-router';

import { formatInstant } from '../../format/duration.ts';
import { useZone } from '../../frame/use-zone.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { TRAJECTORY } from '../../text/trajectory.ts';
import type { ComparedArguments, ComparedField } from './compare-arguments.ts';
import { Kept } from './kept.tsx';
import { LongText } from './long-text.tsx';
import type { ResultRelation } from './previous-attempt.ts';
import { ResultSection } from './result-section.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './step-detail.module.css';
import { Stretches } from './stretches.tsx';

export interface StepDetailProps {
  call: ToolStep;
  before: ToolStep | null;
  relation: ResultRelation;
  compared: ComparedArguments;
  /** Sizes of its texts as received; undefined where they are known to be whole. */
  received: ToolStep['cut'];
}

const words = TRAJECTORY.detail;

/** The whole of a call: every argument against the attempt before, the whole result, its ids. */
export function StepDetail({ call, before, relation, compared, received }: StepDetailProps) {
  return (
    <div className={classes['detail']}>
      <section>
        <header>
          <h2>{before === null ? words.arguments : words.changedSince(before.seq)}</h2>
          {call.args === null ? null : <CopyButton text={call.args} label={words.copyArguments} />}
        </header>
        <Arguments compared={compared} />
        <Kept text={call.args} received={received?.args} />
      </section>
      {call.error_message === '' ? null : (
        <section>
          <h2>{words.error}</h2>
          <pre>
            <LongText text={call.error_message} />
          </pre>
        </section>
      )}
      <ResultSection call={call} before={before} relation={relation} received={received?.result} />
      <Ids call={call} />
    </div>
  );
}

function Arguments({ compared }: { compared: ComparedArguments }) {
  if (compared.kind === 'unknown') return <i>{TRAJECTORY.step.unknownArguments}</i>;
  if (compared.kind === 'text') {
    return (
      <pre>
        <Stretches stretches={compared.stretches} longest={null} />
      </pre>
    );
  }
  return (
    <table className={classes['fields']}>
      <tbody>
        {compared.fields.map((field) => (
          <tr key={field.name} data-change={field.change}>
            <th scope="row" data-identity={field.isIdentity || undefined}>
              <ShownText text={field.name} />
            </th>
            <td className={classes['change']}>
              {field.change === 'same' ? null : TRAJECTORY.step[field.change]}
            </td>
            <td>
              <Value field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ field }: { field: ComparedField }) {
  if (field.change === 'changed') return <Stretches stretches={field.stretches} longest={null} />;
  if (field.change === 'removed') {
    return (
      <del>
        <LongText text={field.text} />
      </del>
    );
  }
  return <LongText text={field.text} />;
}

function Ids({ call }: { call: ToolStep }) {
  const ids = [
    [words.callId, call.call_id],
    [words.spanId, call.span_id],
    [words.signature, call.signature],
    [words.fingerprint, call.result_fingerprint],
  ] as const;
  const source = TRAJECTORY.step.source[call.source];
  return (
    <dl className={classes['ids']}>
      {ids.map(([name, id]) =>
        id === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>
                <ShownText text={id} />
              </code>
            </dd>
          </div>
        ),
      )}
      {call.identity === '' ? null : (
        <div>
          <dt>{words.identity}</dt>
          <dd>
            <Link to="/signatures" search={{ q: call.identity }} title={words.sameIntent}>
              <code>{call.identity}</code>
            </Link>
          </dd>
        </div>
      )}
      <div>
        <dd>{formatInstant(Date.parse(call.started_at), useZone())}</dd>
      </div>
      {source === '' ? null : (
        <div>
          <dd>{source}</dd>
        </div>
      )}
    </dl>
  );
}
