import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { kill, startAlertRoles, until } from './alert-roles.ts';

type Place = Awaited<ReturnType<typeof startAlertRoles>>;
// Anew for each go: what is told is counted from nothing.
let place: Place;
beforeEach(async () => {
  place = await startAlertRoles();
});
afterEach(async () => place.close());

interface Named {
  name: string;
}

describe('roles that are processes of their own', () => {
  test('what people ask of an API that does not evaluate reaches the evaluator by way of the store', async () => {
    const { hook, folder, startApi, startEvaluator, storeTurn } = place;
    startEvaluator();
    const ui = await startApi();
    const ask = async (path: string, method = 'GET', body?: unknown) => {
      const headers = { 'content-type': 'application/json', 'x-loopscope': '1' };
      const init = body === undefined ? {} : { body: JSON.stringify(body), headers };
      const response = await fetch(`${ui}${path}`, { method, ...init });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
      return path === '/metrics' || text === '' ? text : (JSON.parse(text) as unknown);
    };
    const names = async (path: string) =>
      ((await ask(path)) as Named[]).map(({ name }) => name).toSorted();

    // It has no file, and shows the rules and receivers of the one that has.
    await until(async () => (await names('/api/v1/receivers')).join() === 'ops');
    expect(await names('/api/v1/rules')).toEqual(['attempts']);
    expect(await ask('/api/v1/rules/file')).toMatchObject({
      path: `${folder}/loopscope.yaml`,
      is_current: true,
    });
    const metrics = String(await ask('/metrics'));
    expect(metrics).toContain('\nloopscope_alert_rules 1\n');
    expect(metrics).toContain('\nloopscope_alert_evaluator_silent_seconds ');

    expect(await ask('/api/v1/receivers/ops/test', 'POST')).toMatchObject({ outcome: 'delivered' });
    expect(hook.told.map(({ rule }) => rule)).toEqual(['test']);

    // A rule that is made here fires there.
    const yaml = '{ name: made, scope: turn, when: max_attempts >= 4, notify: [ops] }';
    expect(await ask('/api/v1/rules/made', 'PUT', { yaml })).toMatchObject({ source: 'stored' });
    hook.status = 404;
    await storeTurn('made', 4);
    await until(() => hook.told.some(({ rule }) => rule === 'made'));
    const letters = async () =>
      ((await ask('/api/v1/dead-letters')) as { items: { rule: string }[] }).items;
    await until(async () => (await letters()).length === 1);

    // What its receiver refused is told again when somebody asks.
    hook.status = 204;
    const order = { receiver: 'ops', by: 'ann' };
    expect(await ask('/api/v1/dead-letters/redrive', 'POST', order)).toMatchObject({
      outcome: 'told_again',
    });
    await until(async () => (await letters()).length === 0);
    await until(() => hook.told.filter(({ rule }) => rule === 'made').length === 2);

    // One that is switched off here ends there.
    await ask('/api/v1/rules/made', 'PATCH', { enabled: false });
    await until(() => hook.told.at(-1)?.type === 'alert.resolved');
  }, 120_000);

  test('one that is killed is replaced in time; all is told at least once by one name, and ends once', async () => {
    const { proxy, hook, startEvaluator, storeTurn, written } = place;
    const first = startEvaluator();
    await storeTurn('warm', 6);
    await until(() => hook.told.length === 1);
    await until(async () => (await written()) === 1);
    const second = startEvaluator();

    // Decided, and killed before it is sent.
    proxy.holds = 'alert_deliveries';
    await storeTurn('unsent', 6);
    await until(() => proxy.held > 0);
    expect(hook.told.length).toBe(1);
    await kill(first);
    proxy.holds = '';
    await until(() => hook.told.length === 2);
    expect(hook.told[1]).toMatchObject({ type: 'alert.firing', turns: ['unsent'] });
    await until(async () => (await written()) === 2);

    // Sent, and killed before that is written down.
    const third = startEvaluator();
    hook.isHolding = true;
    await storeTurn('sent', 6);
    await until(() => hook.told.length === 3);
    await kill(second);
    hook.isHolding = false;
    await until(() => hook.told.length === 4);
    expect(hook.told[3]).toEqual(hook.told[2]);
    expect(hook.told[3]).toMatchObject({ type: 'alert.firing', turns: ['sent'] });

    // Killed between the beginning and the end; nobody is left who saw the beginning.
    await kill(third);
    for (const turn of ['warm', 'unsent', 'sent']) await storeTurn(turn, 2);
    startEvaluator();
    const ended = () =>
      hook.told.filter(({ type }) => type === 'alert.resolved').flatMap(({ turns }) => turns);
    await until(() => ended().length === 3);
    expect(ended().toSorted()).toEqual(['sent', 'unsent', 'warm']);
    // What is told after all that shows that nothing more of it was to be told.
    await storeTurn('after', 6);
    await until(() => hook.told.at(-1)?.turns[0] === 'after');
    const began = hook.told.filter(({ type }) => type === 'alert.firing');
    expect(began.map(({ turns }) => turns)).toEqual([
      ['warm'],
      ['unsent'],
      ['sent'],
      ['sent'],
      ['after'],
    ]);
    expect(ended().length).toBe(3);
  }, 240_000);
});
