import type { Marker, Tool } from '@loopscope/api/contract';
import { describe, expect, test } from 'vitest';

import { prepareAttemptsSeries, spreadLabels } from './prepare-attempts-series.ts';
import { prepareAttemptsBars, prepareKindBars, prepareRatioBars } from './prepare-bars.ts';
import { findCause, placeFlags, prepareFlags } from './prepare-flags.ts';
import { prepareKindRows } from './prepare-kind-rows.ts';
import { prepareAttemptsAxis, prepareLogAxis } from './prepare-log-axis.ts';
import { prepareTimeAxis } from './prepare-time-axis.ts';
import { prepareToolScatter } from './prepare-tool-scatter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2027-01-10T00:00:00Z');

const point = (minute: number, max: number, p99 = 1) => ({
  t: new Date(START + minute * MINUTE).toISOString(),
  turns: 10,
  p50: 1,
  p95: 1,
  p99,
  max,
});

describe('max attempts over time', () => {
  const answer = {
    range: { fromMs: START, toMs: START + HOUR },
    stepSeconds: 900,
    points: [point(0, 1), point(15, 14, 4), point(45, 2)],
  };
  const series = prepareAttemptsSeries(answer, 0);

  test('leave a gap, not a zero, where no turn stands', () => {
    expect(series.points.map(({ p99, max }) => [p99, max])).toEqual([
      [1, 1],
      [4, 14],
      [null, null],
      [1, 2],
    ]);
  });

  test('know the points that a line would not show', () => {
    expect(series.points.map(({ isAlone }) => isAlone)).toEqual([false, false, false, true]);
  });

  test('name each line at its end, and lines that end together once', () => {
    expect(series.ends).toEqual([
      { value: 2, name: 'max' },
      { value: 1, name: 'p50–p99' },
    ]);
  });

  test('keep the phase of the answer', () => {
    const shifted = { ...answer, range: { fromMs: START + 7 * MINUTE, toMs: START + HOUR } };
    expect(
      prepareAttemptsSeries(shifted, 0).points.map(({ atMs }) => (atMs - START) / MINUTE),
    ).toEqual([0, 15, 30, 45]);
  });

  test('of nothing are all gap and have no labels', () => {
    const nothing = prepareAttemptsSeries({ ...answer, points: [] }, 0);
    expect(nothing.points.every(({ max }) => max === null)).toBe(true);
    expect(nothing.ends).toEqual([]);
  });
});

describe('labels at the end of lines', () => {
  test('move apart and stay above the bottom', () => {
    expect(spreadLabels([10, 12, 90], 14, 100)).toEqual([10, 24, 90]);
    expect(spreadLabels([80, 95, 99], 14, 100)).toEqual([72, 86, 100]);
    expect(spreadLabels([], 14, 100)).toEqual([]);
  });
});

describe('axes', () => {
  test('reach beyond the largest value and keep one turn visible', () => {
    const { domain, ticks } = prepareLogAxis(3011);
    expect(domain[0]).toBeLessThan(1);
    expect(domain[1]).toBeGreaterThan(3011);
    expect(ticks).toEqual([1, 10, 100, 1000]);
  });

  test('of attempts always show the threshold', () => {
    expect(prepareAttemptsAxis(1, 6).ticks).toEqual([1, 2, 3, 6]);
    expect(prepareAttemptsAxis(14, 6).ticks).toEqual([1, 2, 3, 6, 14]);
  });

  test('of time stand at round local hours and name the day at midnight', () => {
    const range = { fromMs: START - 5 * HOUR, toMs: START + 19 * HOUR };
    expect(prepareTimeAxis(range, 0, 8).ticks.map(({ label }) => label)).toEqual([
      '21:00',
      '10 Jan',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
    ]);
    const india = prepareTimeAxis(range, 5.5 * HOUR, 8).ticks[0];
    expect(india).toEqual({ atMs: START - 2.5 * HOUR, label: '03:00' });
  });

  test('of a month count days', () => {
    const { ticks } = prepareTimeAxis({ fromMs: START, toMs: START + 30 * 24 * HOUR }, 0, 8);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(ticks[0]?.label).toMatch(/^\d+ Jan$/);
  });
});

describe('bars', () => {
  test('bin attempts as 1, 2, 3, 4–6, 7–14, 15+ and lead to their turns', () => {
    const { bars, total } = prepareAttemptsBars([
      { attempts: 0, turns: 50 },
      { attempts: 1, turns: 3011 },
      { attempts: 5, turns: 4 },
      { attempts: 6, turns: 3 },
      { attempts: 14, turns: 1 },
      { attempts: 40, turns: 1 },
    ]);
    expect(bars.map(({ label, count }) => [label, count])).toEqual([
      ['1', 3011],
      ['2', 0],
      ['3', 0],
      ['4–6', 7],
      ['7–14', 1],
      ['15+', 1],
    ]);
    expect(bars[4]?.search).toEqual({ min_attempts: 7, max_attempts: 14 });
    expect(bars[5]?.search).toEqual({ min_attempts: 15 });
    expect(bars[1]?.search).toBeNull();
    expect(total).toBe(3020);
  });

  test('of ratios begin with the most repetition', () => {
    const { bars } = prepareRatioBars([
      { from: 0.9, to: 1, turns: 100 },
      { from: 0, to: 0.1, turns: 1 },
    ]);
    expect(bars.map(({ label, tone }) => [label, tone])).toEqual([
      ['0.0–0.1', 'watch'],
      ['0.9–1.0', 'plain'],
    ]);
  });

  test('of kinds are in order of size', () => {
    const loops = { total: 3, turns: 2, by_kind: { empty: 1, transport: 2 } };
    const { bars } = prepareKindBars(loops, (kind) => `${kind}!`);
    expect(bars.map(({ label, search }) => [label, search])).toEqual([
      ['transport!', { loop: ['transport'] }],
      ['empty!', { loop: ['empty'] }],
    ]);
  });
});

describe('tools', () => {
  const tool = (name: string, retryRate: number | null, eventual: number | null): Tool => ({
    tool: name,
    calls: 100,
    turns: 10,
    errors: 5,
    empties: 0,
    retries: 100 * (retryRate ?? 0),
    fruitless: 0,
    retry_rate: retryRate,
    eventual_success_rate: eventual,
    transport_share: null,
    semantic_share: null,
    retry_tokens: 0,
    max_attempts: 3,
    loops: 0,
    verdict: 'flaky',
    identity_fields: [],
  });

  test('without retries have no place in the picture, and are counted', () => {
    const scatter = prepareToolScatter([
      tool('a', 0.3, 0.9),
      tool('b', 0, null),
      tool('c', null, null),
    ]);
    expect(scatter.points.map((point) => point.tool)).toEqual(['a']);
    expect(scatter.unplaced).toBe(2);
  });

  test('stand by their vain repeats, failed or empty, and what only comes back empty never succeeds', () => {
    const { points } = prepareToolScatter([{ ...tool('a', 0, null), fruitless: 20 }]);
    expect(points).toMatchObject([{ tool: 'a', retryRate: 0.2, eventualSuccess: 0 }]);
  });

  test('keep the axis as short as the rates allow', () => {
    expect(prepareToolScatter([tool('a', 0.03, 0.9)]).retryTop).toBe(0.1);
    expect(prepareToolScatter([tool('a', 0.99, 0.9)]).retryTop).toBe(1);
    expect(prepareToolScatter([]).retryTop).toBe(0.1);
  });

  test('are named where there is room, and the unhealthy first', () => {
    const calm = { ...tool('calm', 0.31, 0.9), verdict: 'healthy' as const };
    const scatter = prepareToolScatter([calm, tool('a', 0.3, 0.9), tool('b', 0.3, 0.1)]);
    const named = scatter.points.filter(({ isNamed }) => isNamed).map((point) => point.tool);
    expect(named.toSorted()).toEqual(['a', 'b']);
    const [far] = prepareToolScatter([tool('at_the_very_end', 0.99, 0)]).points;
    expect(far?.isNameBefore).toBe(true);
  });
});

describe('flags', () => {
  const marker = (hour: number, kind: Marker['kind'], name: string): Marker => ({
    at: new Date(hour * 3_600_000).toISOString(),
    kind,
    agent: 'support',
    name,
  });
  const range = { fromMs: 0, toMs: 24 * 3_600_000 };

  test('that stand close are one, and the release gives the name', () => {
    const markers = [
      marker(5, 'prompt', 'p7'),
      marker(5.1, 'release', '2.3.1'),
      marker(12, 'model', 'm'),
    ];
    expect(prepareFlags(markers, range).map(({ label }) => label)).toEqual(['2.3.1', 'm']);
  });

  test('are named where there is room, the latest first', () => {
    const flags = prepareFlags(
      [5, 15, 17, 23.9].map((at) => marker(at, 'release', `2.${at}`)),
      range,
    );
    const named = (widthPx: number) =>
      placeFlags(flags, { domain: [range.fromMs, range.toMs], widthPx })
        .filter(({ name }) => name !== '')
        .map(({ name, anchor }) => `${name} ${anchor}`);
    expect(named(800)).toEqual(['2.23.9 end', '2.17 start', '2.15 start', '2.5 start']);
    expect(named(200)).toEqual(['2.17 start', '2.15 end', '2.5 end']);
    expect(named(120)).toEqual(['2.15 end']);
  });

  test('outside the range are none', () => {
    expect(prepareFlags([marker(30, 'model', 'm')], range)).toEqual([]);
  });

  test('the cause of a rise is what came before it', () => {
    const points = [1, 1, 1, 1, 4, 4, 4, 4].map((p99, hour) => ({
      t: new Date(hour * 3_600_000).toISOString(),
      p99,
    }));
    const markers = [marker(1.5, 'model', 'early'), marker(4, 'release', 'bad')];
    expect(findCause(points, markers)?.marker.name).toBe('bad');
    expect(findCause(points.slice(0, 4), markers)).toBeNull();
    const together = [
      marker(4, 'model', 'm'),
      marker(4, 'prompt', 'p'),
      marker(4, 'release', 'bad'),
    ];
    expect(findCause(points, together)?.marker.name).toBe('bad');
  });
});

test('loops over time stand in a row for each kind, the most frequent first', () => {
  const hour = 3_600_000;
  const at = (hours: number) => new Date(hours * hour).toISOString();
  const rows = prepareKindRows(
    {
      range: { fromMs: 0, toMs: 3 * hour },
      stepSeconds: 3600,
      points: [
        { t: at(0), by_kind: { empty: 4 } },
        { t: at(2), by_kind: { empty: 2, exact: 1 } },
      ],
    },
    { total: 7, by_kind: { exact: 1, empty: 6 }, turns: 7 },
  );
  expect(rows).toEqual([
    { kind: 'empty', total: 6, heights: [1, 0, 0.5], peak: 4 },
    { kind: 'exact', total: 1, heights: [0, 0, 0.25], peak: 1 },
  ]);
});
