import { describe, expect, it } from 'vitest';

import { alertLines, headline, plainText } from '../message/lines.ts';
import { writeFact } from '../message/quantity.ts';
import { message } from '../testing/messages.ts';
import { firingRow } from '../testing/rows.ts';
import { alertmanagerRequest } from './kinds/alertmanager.ts';
import { toMail } from './kinds/email.ts';
import { pagerdutyRequest } from './kinds/pagerduty.ts';
import { slackRequest } from './kinds/slack.ts';
import { teamsRequest } from './kinds/teams.ts';

/** What an agent may say of itself, at its worst and without end. */
const EVIL =
  '*b* `c` <!channel> <@U1> [x](https://evil.example) <b onload=1>&amp; @everyone \u202Egnp\u2069\r\nBcc: x@y\u2028';
const ENDLESS = EVIL.repeat(300);
const EVIL_ROW = firingRow('e', {
  agent_name: EVIL,
  tool: ENDLESS,
  session_id: ENDLESS,
  turn_id: ENDLESS,
  summary: ENDLESS,
  model: EVIL,
  environment: EVIL,
  labels: JSON.stringify({ team: ENDLESS }),
  annotations: JSON.stringify({ note: ENDLESS }),
  diagnosis: JSON.stringify({
    loop_id: ENDLESS,
    turn_id: ENDLESS,
    kind: 'empty',
    summary: ENDLESS,
    fix_place: 'tool_result',
    fix: ENDLESS,
    tool: EVIL,
    identity: EVIL,
    calls: 6,
  }),
});
const rows = Array.from({ length: 12 }, (_, index) => ({ ...EVIL_ROW, alert_id: `e${index}` }));
const worst = message(rows);
const PLAIN = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u;

describe('whatever agents say', () => {
  it('the first line is one line and short', () => {
    expect(headline(worst)).toMatch(PLAIN);
    expect(headline(worst).length).toBeLessThanOrEqual(400);
    for (const line of alertLines(worst.alerts[0]!)) expect(line).toMatch(PLAIN);
  });

  it('Slack gets no section above its bound, no mention, no preview, no formatting of theirs', () => {
    const { blocks, ...rest } = JSON.parse(slackRequest({ url: '' }, worst).body) as {
      text: string;
      blocks: { text: { type: string; text: string } }[];
    };
    for (const { text } of blocks) {
      expect(text.text.length).toBeGreaterThan(0);
      expect(text.text.length).toBeLessThanOrEqual(3_000);
      // Only links of our own are marked up.
      if (text.type === 'mrkdwn')
        expect(text.text).not.toMatch(/channel>|<@|\*b\*|evil\.example\)/);
    }
    expect(rest).toMatchObject({ unfurl_links: false, unfurl_media: false });
    expect(rest.text).not.toMatch(/<[!@]/);
  });

  it('Teams gets no more than it takes, with the worst alert first', () => {
    const { body } = teamsRequest({ url: '' }, worst);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(28_000);
    expect(body).toContain('more');
    // An ordinary message of many alerts is not cut down.
    const ordinary = Array.from({ length: 10 }, (_, index) => firingRow(`a${index}`));
    expect(teamsRequest({ url: '' }, message(ordinary)).body.match(/Fires since/g)?.length).toBe(
      10,
    );
  });

  it('PagerDuty gets a summary and an event within its bounds, however much there is to say', () => {
    const event = (given: typeof worst) => {
      const body = pagerdutyRequest({ url: '', routingKey: 'k' }, given)?.body ?? '';
      expect(Buffer.byteLength(body)).toBeLessThan(512_000);
      return JSON.parse(body) as {
        dedup_key: string;
        links: { href: string }[];
        payload: { summary: string; source: string; component: string; custom_details: object };
      };
    };
    const { payload, links } = event(worst);
    expect(payload.summary.length).toBeLessThanOrEqual(1_024);
    for (const text of [payload.source, payload.component]) expect(text.length).toBeLessThan(256);
    for (const { href } of links) expect(href.length).toBeLessThanOrEqual(2_000);
    const labels = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`label_${index}`, 'x'.repeat(2_000)]),
    );
    const heavy = message([firingRow('a', { labels: JSON.stringify(labels) })]);
    expect(event(heavy)).toMatchObject({
      dedup_key: 'a',
      payload: { custom_details: { total: 1, details: 'left out: the event would be too large' } },
    });
  });

  it('an Alertmanager gets labels of one line, and texts that end', () => {
    const { body } = alertmanagerRequest({ url: '', authorization: null }, worst, 1);
    const [alert] = JSON.parse(body) as { labels: object; annotations: object }[];
    for (const [name, value] of Object.entries(alert!.labels)) {
      expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_]*$/);
      expect(value).toMatch(PLAIN);
      expect(value.length).toBeLessThanOrEqual(256);
    }
    for (const value of Object.values(alert!.annotations)) {
      expect(value.length).toBeLessThanOrEqual(4_000);
    }
    expect(alert!.labels).toMatchObject({ alert_id: 'e0' });
  });

  it('a mail has no header and no tag of theirs', () => {
    const mail = toMail(
      { host: '', port: 25, secure: false, user: '', password: '', from: 'a@b', to: ['c@d'] },
      worst,
    );
    expect(mail.subject).toMatch(PLAIN);
    expect(mail.html).not.toMatch(/<(b|!|@)\W?/);
    expect(
      mail.html.replaceAll(
        /<\/?(h2|h3|p|hr)>|<a href="https:\/\/loopscope\.example\/[^"<>]*">|<\/a>/g,
        '',
      ),
    ).not.toMatch(/[<>]/);
    expect(plainText(worst).split('\n').length).toBeLessThan(300);
  });
});

it.each([
  ['max_attempts_p99', 3.0000004, 'p99 of max attempts 3'],
  ['retry_rate', 1 / 3, 'retry rate 33 %'],
  ['looping_share', 0.0123, 'looping share 1.2 %'],
  ['turns', 12_400, '12,400 turns'],
  ['turns', 1, '1 turn'],
  ['cost', 0.30000000000000004, 'cost $0.30'],
  ['cost_per_minute', 0.0123, '$0.012 per minute'],
  ['duration_p95_ms', 4_200, 'p95 of duration 4 s'],
  ['analyzer_lag_seconds', 75, 'analyzer lag 75 s'],
  ['seconds_since_span', 7_300, 'nothing arrived for 2 h'],
  ['distinct_ratio', 0.3333333, 'distinct ratio 0.33'],
])('a fact is said as in the UI, with its unit: %s %d is "%s"', (name, value, said) => {
  expect(writeFact(name, value)).toBe(said);
});
