import type { Receiver } from '@loopscope/api/contract';

import { ALERTS } from '../../text/alerts.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './rule-form.module.css';

export interface RuleNotifyProps {
  /** Undefined while they load. */
  receivers: readonly Receiver[] | undefined;
  /** Names; none tells all. */
  chosen: readonly string[];
  choose: (names: string[]) => void;
}

/** Whom a rule tells. */
export function RuleNotify({ receivers, chosen, choose }: RuleNotifyProps) {
  const words = ALERTS.form;
  const names = [...new Set([...(receivers ?? []).map(({ name }) => name), ...chosen])];
  return (
    <fieldset className={classes['notify']}>
      <legend>{words.notify}</legend>
      {names.length === 0 ? <span className={classes['note']}>{words.noReceivers}</span> : null}
      {names.length === 0 ? null : (
        <label>
          <input type="checkbox" checked={chosen.length === 0} onChange={() => choose([])} />{' '}
          {words.notifyAll}
        </label>
      )}
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              choose(
                event.currentTarget.checked
                  ? [...chosen, name]
                  : chosen.filter((other) => other !== name),
              )
            }
          />{' '}
          <ShownText text={name} />
        </label>
      ))}
    </fieldset>
  );
}
