import { expect, test } from 'vitest';

import { findCommands } from './commands.ts';

const commands = ['Overview', 'Turns', 'search_orders', 'Time range: last 7 d'].map((name) => ({
  id: name,
  name,
  group: name === 'search_orders' ? 'Tool' : 'Page',
  run: () => {},
}));
const find = (query: string) => findCommands(commands, query).map(({ name }) => name);

test('nothing typed shows all, a beginning comes before a middle', () => {
  expect(find('')).toHaveLength(4);
  expect(find('t')[0]).toBe('Turns');
});

test('every word must be found, in name or group', () => {
  expect(find('tool order')).toEqual(['search_orders']);
  expect(find('7 range')).toEqual(['Time range: last 7 d']);
  expect(find('nothing')).toEqual([]);
});
