import { alertPage, type Alert } from '@loopscope/api/contract';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { eventually, type DemoInBrowser } from './browser-page.ts';

/** Does what a person does, and counts it. */
function createHand(page: Page) {
  let used = 0;
  return {
    used: () => used,
    click: (target: Locator): Promise<void> => {
      used++;
      return target.click();
    },
    press: (key: string): Promise<void> => {
      used++;
      return page.keyboard.press(key);
    },
  };
}

const MOST_INTERACTIONS = 4;

/** Four unrelated bugs that look alike from outside: one call, over and over. */
const BUGS = [
  {
    bug: 'a bad tool result',
    kind: 'empty',
    says: /search_orders returned \[\] \d+ times/,
    test: /results empty\s+(\d+) of \1/,
    place: 'Into the tool’s result.',
    text: /matched.*Repeating this query returns the same/s,
  },
  {
    bug: 'a bad schema',
    kind: 'validation',
    says: /search_orders was rejected \d+ times for the same reason/,
    test: /error texts the same\s+(\d+) of \1/,
    place: 'Into the tool’s schema or description.',
    text: /\S/,
  },
  {
    bug: 'an error that does not say what it needs',
    kind: 'validation',
    says: /resize_instance was rejected \d+ times for the same reason/,
    test: /error texts the same\s+(\d+) of \1/,
    place: 'Into the tool’s result.',
    text: /Name the state it needs/,
  },
  {
    bug: 'a missing exit condition',
    kind: 'cycle',
    says: /came round \d+ times with the same answers/,
    test: /asked before with the same answer\s+\d+ of \d+/,
    place: 'Into the exit condition in the prompt.',
    text: /Another round will not change that/,
  },
  {
    bug: 'a transport retry in the wrong layer',
    kind: 'transport',
    says: /was tried \d+ times .* after faults that pass/,
    test: /passing faults\s+(\d+) of \1/,
    place: 'Into the executor, as a retry the model never sees.',
    text: /may have succeeded; do not retry/,
  },
] as const;

/** The two stories that the product is for, counted in interactions. */
export function storyTests({ open, address }: DemoInBrowser): void {
  /** As a message names it: the trajectory, at the loop. */
  async function alertLinkTo(kind: string, says: RegExp): Promise<string> {
    let found: { turn_id: string; loop_id: string } | undefined;
    await eventually(async () => {
      const answer = await fetch(`${address()}/api/v1/alerts?limit=200`);
      const { items } = alertPage.parse(await answer.json());
      const told = items
        .toSorted((one, other) => attemptsOf(other) - attemptsOf(one))
        .flatMap(({ diagnosis }) => diagnosis ?? []);
      found = told.find((one) => one.kind === kind && says.test(one.summary));
      return found !== undefined;
    }).toBe(true);
    const { turn_id: turn = '', loop_id: loop = '' } = found ?? {};
    return `${address()}/turns/${encodeURIComponent(turn)}?loop=${encodeURIComponent(loop)}`;
  }

  describe('paged: from the link in the alert to the cause and the fix', () => {
    test.each(BUGS)(
      '$bug is told apart, with its fix in hand',
      async ({ kind, says, test: confirms, place, text }) => {
        const { page, complaints, close } = await open(await alertLinkTo(kind, says));
        const hand = createHand(page);
        const card = page.getByRole('region', { name: 'Diagnosis' });
        await eventually(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(says);
        await eventually(() => card.innerText()).toMatch(confirms);
        expect(await card.innerText()).toContain(place);
        await hand.click(card.getByRole('button', { name: /^Copy/ }));
        const copied = await page.evaluate<string>('navigator.clipboard.readText()');
        expect(copied).toMatch(text);
        // The evidence: what is between the first call and the last.
        await hand.press('u');
        await eventually(() => page.getByText('fold again').first().isVisible()).toBe(true);
        expect(hand.used()).toBeLessThanOrEqual(MOST_INTERACTIONS);
        expect(complaints).toEqual([]);
        await close();
      },
      60_000,
    );
  });

  test('work that was done and is checked again has an alert too, which leads to it', async () => {
    const says = /had succeeded, \d+ more looks at the same thing followed/;
    const { page, complaints, close } = await open(await alertLinkTo('reverify', says));
    await eventually(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(says);
    const card = page.getByRole('region', { name: 'Diagnosis' });
    expect(await card.innerText()).toContain('Into the exit condition in the prompt.');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  test('Monday: the Overview says that the new model loops on one tool, and leads there', async () => {
    const { page, complaints, close } = await open('/');
    const hand = createHand(page);
    const heading = page.getByRole('heading', { level: 1 });
    await eventually(() => heading.innerText()).toMatch(
      /p99 of max attempts rose from 1 to \d+ since support/,
    );
    await eventually(() => heading.innerText()).toMatch(/most on search_orders \(empty\)/);
    await hand.click(
      page.getByRole('link', { name: /^Show the turns that loop on search_orders/ }),
    );
    await eventually(() => page.url()).toMatch(/tool=search_orders.*loop=empty/);
    await hand.click(page.getByRole('link', { name: /max attempts/ }).first());
    await eventually(() => heading.innerText()).toMatch(/search_orders returned \[\] \d+ times/);
    await eventually(() => page.getByText('claude-opus-4-5').first().isVisible()).toBe(true);
    expect(hand.used()).toBeLessThanOrEqual(MOST_INTERACTIONS);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
}

const attemptsOf = ({ facts }: Alert): number => facts['max_attempts'] ?? 0;
