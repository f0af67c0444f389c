import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ruleFactsQuery } from '../../api/alert-queries.ts';
import { ALERTS } from '../../text/alerts.ts';
import classes from './rule-form.module.css';

const SHOWN = 10;

/** What a condition of the scope may name; each adds itself. */
export function RuleFacts({ scope, add }: { scope: string; add: (fact: string) => void }) {
  const { data } = useQuery(ruleFactsQuery());
  const [isWhole, setWhole] = useState(false);
  const facts = data?.[scope] ?? [];
  const shown = isWhole ? facts : facts.slice(0, SHOWN);
  return (
    <div className={classes['facts']} role="group" aria-label={ALERTS.form.facts}>
      <span className={classes['note']}>{ALERTS.form.facts}</span>
      {shown.map(({ name, says }) => (
        <button
          key={name}
          type="button"
          className={classes['fact']}
          title={says}
          onClick={() => add(name)}
        >
          {name}
        </button>
      ))}
      {shown.length === facts.length ? null : (
        <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
          {ALERTS.form.moreFacts(facts.length - shown.length)}
        </button>
      )}
    </div>
  );
}
