import { rule } from '@loopscope/api/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { eventually, type DemoInBrowser } from './browser-page.ts';

/** A week of stored data goes through the rule. */
const REPLAY_MS = 60_000;

/** A rule is written in the page, tried over what is stored, and in force. */
export function ruleTests({ open, address }: DemoInBrowser): void {
  const rules = async () => {
    const answer = await fetch(`${address()}/api/v1/rules`);
    return z.array(rule).parse(await answer.json());
  };

  test('a duplicated rule is checked while it is written, tried, saved, switched off and deleted', async () => {
    const { page, complaints, close } = await open('/alerts?part=rules');
    await page.getByRole('link', { name: 'Duplicate turn-max-attempts' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    const condition = form.getByRole('textbox', { name: 'Fires when' });
    await condition.fill('max_attempts >');
    const save = form.getByRole('button', { name: 'Save rule' });
    await eventually(() => save.isDisabled()).toBe(true);
    await eventually(() => form.locator('[class*=problem]').count()).toBeGreaterThan(0);

    await condition.fill('max_attempts >= 12');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('twelve: attempts');
    await eventually(() => save.isDisabled()).toBe(true);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('twelve-attempts');
    await form.getByRole('textbox', { name: 'Only agents' }).fill('support, cloud-ops');
    await form
      .getByRole('textbox', { name: 'Why these numbers' })
      .fill('A dozen: too many # really.');
    await form.getByText(/Would have fired [1-9]\d* times?/).waitFor({ timeout: REPLAY_MS });
    await save.click();

    await page.getByText('twelve-attempts', { exact: true }).waitFor();
    const saved = (await rules()).find(({ name }) => name === 'twelve-attempts');
    expect(saved).toMatchObject({
      when: 'max_attempts >= 12',
      match: { agent: ['support', 'cloud-ops'] },
      reason: 'A dozen: too many # really.',
      source: 'stored',
      enabled: true,
    });

    await page.getByRole('switch', { name: 'On: twelve-attempts' }).click({ force: true });
    await eventually(
      async () => (await rules()).find(({ name }) => name === 'twelve-attempts')?.enabled,
    ).toBe(false);
    await page.getByRole('button', { name: 'Delete' }).click();
    await eventually(async () =>
      (await rules()).some(({ name }) => name === 'twelve-attempts'),
    ).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);
}
