import { useEffect, useEffectEvent } from 'react';

import { areKeysOn } from './keys-switch.ts';

/** What a key press needs to be judged. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  defaultPrevented: boolean;
}

export type KeyBindings = Readonly<Record<string, () => void>>;

/** Single keys act only where nothing is being typed and no other meaning is asked for. */
export function boundAction(
  press: KeyPress,
  isTyping: boolean,
  bindings: KeyBindings,
): (() => void) | undefined {
  if (isTyping || press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) {
    return undefined;
  }
  return Object.hasOwn(bindings, press.key) ? bindings[press.key] : undefined;
}

const isTypingInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, select, textarea, dialog') !== null);

/** An open menu takes Esc for itself. */
const closesPopover = ({ key }: KeyboardEvent): boolean =>
  key === 'Escape' && document.querySelector(':popover-open') !== null;

/** Binds keys of the whole page while the component stands. */
export function useKeys(bindings: KeyBindings): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!areKeysOn() || closesPopover(event)) return;
    const action = boundAction(event, isTypingInto(event.target), bindings);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
