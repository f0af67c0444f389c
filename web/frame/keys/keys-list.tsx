import { Button, Kbd, Switch } from '@mantine/core';
import { useState } from 'react';

import { FRAME, KEYS, WORDS } from '../../text/frame.ts';
import classes from './keys-dialog.module.css';
import { areKeysOn, switchKeys } from './keys-switch.ts';

/** What the dialog says: keys, the switch that turns them off, and the words of the product. */
export function KeysList({ close }: { close: () => void }) {
  const [areOn, setOn] = useState(areKeysOn);
  return (
    <>
      <h2>{KEYS.title}</h2>
      {KEYS.groups.map((group) => (
        <section key={group.name} className={classes['keys']}>
          <h3 className={classes['group']}>{group.name}</h3>
          <dl className={classes['keys']}>
            {group.keys.map(([key, meaning]) => (
              <div key={key} className={classes['row']}>
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        label={KEYS.areOn}
        checked={areOn}
        onChange={(event) => {
          switchKeys(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
      <h2>{WORDS.title}</h2>
      <dl className={classes['words']}>
        {WORDS.entries.map(([word, meaning]) => (
          <div key={word} className={classes['row']}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button variant="default" size="xs" className={classes['close'] ?? ''} onClick={close}>
        {FRAME.close}
      </Button>
    </>
  );
}
