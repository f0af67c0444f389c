import { expect, test } from 'vitest';

import { agentSpan, modelSpan, toolSpan } from '../testing/spans.ts';
import { createLoners } from './loners.ts';

const bundle = { traceIds: ['t'], owner: 's', current: new Map(), isAlone: true };
const own = [
  agentSpan({ id: '1', at: [0, 90] }, { session_id: 's' }),
  toolSpan({ id: '2', parent: '1', at: [10, 20] }),
];

test('a long trace that stands alone is known, until one of its spans could tie it to another', () => {
  const ties = [
    agentSpan({ id: '3', at: [0, 90] }, { session_id: 'another' }),
    toolSpan({ id: '3', at: [30, 40] }, { layer: 'protocol' }),
    modelSpan({ id: '3', at: [30, 40] }, { messages: '{"history":{"asks":"x"}}' }),
  ];
  for (const tie of ties) {
    const loners = createLoners();
    expect(loners.note(bundle, own, true)).toBe(true);
    expect(loners.ownerOf('t')).toBe('s');
    expect(loners.note(bundle, [...own, tie], true)).toBe(false);
    expect(loners.ownerOf('t')).toBeUndefined();
  }
});

test('a short trace, and one of several, are asked about each time', () => {
  const loners = createLoners();
  expect(loners.note(bundle, own, false)).toBe(true);
  expect(loners.note({ ...bundle, isAlone: false }, own, true)).toBe(true);
  expect(loners.ownerOf('t')).toBeUndefined();
});
