import { ActionIcon } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';

import { FRAME } from '../../text/frame.ts';
import classes from './keys-dialog.module.css';
import { useKeys } from './use-keys.ts';

/** Read when it is opened, if ever. */
const KeysList = lazy(async () => {
  const { KeysList: component } = await import('./keys-list.tsx');
  return { default: component };
});

/** The list of keys and of words, opened by its button or `?`. */
export function KeysDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setOpened] = useState(false);
  const open = (): void => {
    setOpened(true);
    dialog.current?.showModal();
  };
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
        {wasOpened ? (
          <Suspense>
            <KeysList close={() => dialog.current?.close()} />
          </Suspense>
        ) : null}
      </dialog>
    </>
  );
}
