import { describe, expect, it } from 'vitest';

import { alertsConfig, toReceivers } from './config.ts';

const EXAMPLE = {
  allow_private_targets: ['127.0.0.1/32'],
  receivers: [
    { name: 'ops', webhook: { url: 'https://ops.example/hook', secret_env: 'OPS_HOOK_SECRET' } },
    { name: 'console', log: true },
  ],
  rules: [
    {
      name: 'session-call-count',
      scope: 'session',
      when: 'tool_calls > 15 and distinct_ratio < 0.5',
      for: '0s',
      severity: 'page',
      notify: ['ops'],
    },
  ],
};

const problems = (config: unknown): string[] =>
  alertsConfig
    .safeParse(config)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the alerts section', () => {
  it('reads the documented example', () => {
    const config = alertsConfig.parse(EXAMPLE);
    expect(config.allow_private_targets).toEqual([['127.0.0.1', 32]]);
    expect(config.rules).toMatchObject([
      { name: 'session-call-count', forMs: 0, quietMs: 600_000, severity: 'page', notify: ['ops'] },
    ]);
    expect(toReceivers(config, { OPS_HOOK_SECRET: 's' })).toEqual([
      { name: 'ops', kind: 'webhook', url: 'https://ops.example/hook', secret: 's' },
      { name: 'console', kind: 'log' },
    ]);
  });

  it('may be empty', () => {
    expect(toReceivers(alertsConfig.parse({}), {})).toEqual([]);
  });

  it('reads every kind of receiver, with secrets from the environment', () => {
    const config = alertsConfig.parse({
      receivers: [
        { name: 'chat', slack: { url_env: 'HOOK' } },
        { name: 'teams', teams: { url: 'https://teams.example/hook' } },
        { name: 'pager', pagerduty: { routing_key_env: 'KEY' } },
        { name: 'am', alertmanager: { url: 'http://am:9093', user: 'u', password_env: 'PASS' } },
        {
          name: 'mail',
          email: { host: 'smtp.example', from: 'a@example.com', to: 'b@example.com' },
        },
      ],
    });
    const environment = { HOOK: 'https://hooks.example/T/B', KEY: 'k', PASS: 'p' };
    expect(toReceivers(config, environment)).toMatchObject([
      { kind: 'slack', url: 'https://hooks.example/T/B' },
      { kind: 'teams', url: 'https://teams.example/hook' },
      { kind: 'pagerduty', routingKey: 'k', url: 'https://events.pagerduty.com/v2/enqueue' },
      { kind: 'alertmanager', authorization: `Basic ${Buffer.from('u:p').toString('base64')}` },
      { kind: 'email', port: 587, secure: false, password: '', to: ['b@example.com'] },
    ]);
  });

  it('names the variable of a secret that is not set', () => {
    const config = alertsConfig.parse(EXAMPLE);
    expect(() => toReceivers(config, {})).toThrow('OPS_HOOK_SECRET is not set');
  });

  const rule = EXAMPLE.rules[0];
  it.each([
    [
      { rules: [{ ...rule, when: 'calls > 3' }] },
      'rules.0.when: "calls" is not known; known are tool_calls',
    ],
    [{ rules: [{ ...rule, when: 'model_calls > 3' }] }, 'rules.0.when: "model_calls" is not known'],
    [{ rules: [{ ...rule, for: '10' }] }, 'rules.0.for: expected a number with a unit'],
    [{ rules: [{ ...rule, notify: ['nobody'] }] }, 'rules.0.notify: there is no receiver "nobody"'],
    [
      {
        rules: [
          { ...rule, notify: [] },
          { ...rule, notify: [] },
        ],
      },
      'rules.1.name: "session-call-count" is there twice',
    ],
    [{ rules: [{ ...rule, hold: '1s' }] }, 'rules.0: Unrecognized key: "hold"'],
    [{ receivers: [{ name: 'ops' }] }, 'receivers.0: expected one of webhook, slack, teams'],
    [
      { receivers: [{ name: 'ops', log: true, slack: { url: 'https://x.example' } }] },
      'receivers.0: expected one of',
    ],
    [
      { receivers: [{ name: 'ops', webhook: { url: 'ftp://x/' } }] },
      'receivers.0.webhook.url: Invalid URL',
    ],
    [{ allow_private_targets: ['10.0.0.0'] }, 'allow_private_targets.0: expected an address range'],
  ])('%j is refused with the place and the reason', (config, problem) => {
    expect(problems(config).join('\n')).toContain(problem);
  });
});
