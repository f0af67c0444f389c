import { ActionIcon, Button, Kbd, Switch } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import { FRAME, KEYS, WORDS } from '../text/frame.ts';
import { areKeysOn, switchKeys } from './keys-switch.ts';
import classes from './keys-dialog.module.css';
import { useKeys } from './use-keys.ts';

/** The list of keys and of words, opened by its button or `?`. */
export function KeysDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [areOn, setOn] = useState(areKeysOn);
  const open = (): void => dialog.current?.showModal();
  useKeys({ '?': open });
  return (
    <>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={FRAME.showKeys}
        title={FRAME.showKeys}
        onClick={open}
      >
        <IconKeyboard size={16} />
      </ActionIcon>
      <dialog ref={dialog} className={classes['dialog']} aria-label={FRAME.showKeys}>
        <h2>{KEYS.title}</h2>
        {KEYS.groups.map((group) => (
          <dl key={group.name} className={classes['keys']}>
            <dt className={classes['group']}>{group.name}</dt>
            {group.keys.map(([key, meaning]) => (
              <div key={key} className={classes['row']}>
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
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
        <Button
          variant="default"
          size="xs"
          className={classes['close']}
          onClick={() => dialog.current?.close()}
        >
          {FRAME.close}
        </Button>
      </dialog>
    </>
  );
}
