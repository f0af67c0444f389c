import { expect, test } from 'vitest';

import { deleteView, readViews, saveView } from './saved-views.ts';

function memory(text: string | null = null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_name: string, value: string) => void (kept = value) };
}

test('a view is kept by its name and page, and the newest of a name stands', () => {
  const storage = memory();
  saveView(storage, { name: 'mine', page: '/turns', search: '?loop=empty' });
  saveView(storage, { name: 'mine', page: '/sessions', search: '' });
  saveView(storage, { name: 'mine', page: '/turns', search: '?loop=exact' });
  expect(readViews(storage, '/turns')).toEqual([
    { name: 'mine', page: '/turns', search: '?loop=exact' },
  ]);
  deleteView(storage, { name: 'mine', page: '/turns', search: '' });
  expect(readViews(storage, '/turns')).toEqual([]);
  expect(readViews(storage, '/sessions')).toHaveLength(1);
});

test.each(['not json', '{"a":1}', '[{"name":1}]'])('%s is no view', (text) => {
  expect(readViews(memory(text), '/turns')).toEqual([]);
});
