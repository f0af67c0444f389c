import { TRAJECTORY } from '../../text/trajectory.ts';
import type { ComparedArguments, ComparedField } from '../detail/compare-arguments.ts';
import { oneLine } from '../../shown/cut-text.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './steps.module.css';
import { Stretches } from '../detail/stretches.tsx';

const LONGEST_VALUE = 80;
const MOST_FIELDS = 12;

/** Arguments on one line: of a first attempt all, of a later one what changed. */
export function ArgumentsLine({
  compared,
  isRepeat,
}: {
  compared: ComparedArguments;
  isRepeat: boolean;
}) {
  if (compared.kind === 'unknown') return <i>{TRAJECTORY.step.unknownArguments}</i>;
  if (compared.isSame)
    return <span className={classes['same']}>{TRAJECTORY.step.sameArguments}</span>;
  if (compared.kind === 'text') {
    return <Stretches stretches={compared.stretches} longest={LONGEST_VALUE} />;
  }
  if (compared.fields.length === 0) return <i>{TRAJECTORY.step.noArguments}</i>;
  const shown = isRepeat
    ? compared.fields.filter(({ change }) => change !== 'same')
    : compared.fields;
  const equal = compared.fields.length - shown.length;
  return (
    <>
      {shown.slice(0, MOST_FIELDS).map((field) => (
        <span key={field.name} className={classes['field']} data-change={field.change}>
          <FieldName field={field} /> <FieldValue field={field} />
        </span>
      ))}
      {equal === 0 ? null : <span className={classes['same']}>{TRAJECTORY.step.more(equal)}</span>}
    </>
  );
}

function FieldName({ field }: { field: ComparedField }) {
  return (
    <span
      className={classes['name']}
      data-identity={field.isIdentity || undefined}
      title={field.isIdentity ? TRAJECTORY.step.identityField : undefined}
    >
      <ShownText text={oneLine(field.name, LONGEST_VALUE)} />
    </span>
  );
}

function FieldValue({ field }: { field: ComparedField }) {
  if (field.change === 'changed') {
    return <Stretches stretches={field.stretches} longest={LONGEST_VALUE} />;
  }
  const text = <ShownText text={oneLine(field.text, LONGEST_VALUE)} />;
  if (field.change === 'added') return <ins>{text}</ins>;
  if (field.change === 'removed') return <del>{text}</del>;
  return text;
}
