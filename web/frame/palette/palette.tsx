import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';

import { PALETTE } from '../../text/frame.ts';
import classes from './palette.module.css';

/** Read when it is opened, if ever. */
const PaletteList = lazy(async () => {
  const { PaletteList: component } = await import('./palette-list.tsx');
  return { default: component };
});

/** Goes anywhere by a few letters; opened by its button, Ctrl-K or Cmd-K. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(0);
  const open = useEffectEvent(() => {
    setOpened((before) => before + 1);
    if (dialog.current?.open === false) dialog.current.showModal();
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes['open']}
        aria-label={PALETTE.title}
        title={PALETTE.title}
        onClick={() => {
          setOpened((before) => before + 1);
          dialog.current?.showModal();
        }}
      >
        <IconSearch size={16} />
        <kbd>{PALETTE.keys}</kbd>
      </button>
      <dialog ref={dialog} className={classes['dialog']} aria-label={PALETTE.title}>
        {opened === 0 ? null : (
          <Suspense>
            <PaletteList key={opened} close={() => dialog.current?.close()} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}
