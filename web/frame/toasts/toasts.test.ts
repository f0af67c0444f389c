import { expect, test } from 'vitest';

import { createToasts } from './toasts.ts';

test('notices come, go after a while, and are three at most', () => {
  const due: (() => void)[] = [];
  const toasts = createToasts((run) => due.push(run));
  const texts = () => toasts.current().map(({ text }) => text);
  for (const text of ['a', 'b', 'c', 'd']) toasts.show(text);
  expect(texts()).toEqual(['b', 'c', 'd']);
  due[1]?.();
  expect(texts()).toEqual(['c', 'd']);
  toasts.dismiss(toasts.current()[0]?.id ?? 0);
  expect(texts()).toEqual(['d']);
});

test('who listens is told until it leaves', () => {
  const toasts = createToasts(() => {});
  let told = 0;
  const leave = toasts.subscribe(() => told++);
  toasts.show('a');
  leave();
  toasts.show('b');
  expect(told).toBe(1);
});
