import {
  byName,
  each,
  groups,
  only,
  savedBy,
  share,
  type Fields,
  type RouteClaim,
} from './claim.ts';
import { quantile, sum, totalsOf, unique, type Call, type Turn } from './reference.ts';

/** Questions to all turns together. */
export function fleetClaims(turns: readonly Turn[], calls: readonly Call[]): RouteClaim[] {
  const attempts = turns.filter((turn) => turn.calls.length > 0).map((turn) => turn.maxAttempts);
  const looping = turns.filter(({ isLoop }) => isLoop);
  const totals = totalsOf(calls, turns);
  const byAttempts = groups(turns, ({ maxAttempts }) => `${maxAttempts}`);
  const ratios = turns.map((turn) => turn.distinct / turn.calls.length);
  const ofTurns = (key: (turn: Turn) => string[]): unknown[] =>
    unique(turns.flatMap(key)).map((value) => {
      const own = turns.filter((turn) => key(turn).includes(value));
      return [value, own.length, own.filter(({ isLoop }) => isLoop).length];
    });
  const facet = (items: readonly Fields[]) => byName(each('value', 'turns', 'looping')(items));
  return [
    {
      path: 'overview',
      told: ({ turns: all, calls: made, sessions, max_attempts, retry, loops }: never) => [
        all,
        made,
        sessions,
        max_attempts,
        ...only('retries', 'eventual_success_rate')(retry),
        loops,
      ],
      wanted: [
        turns.length,
        calls.length,
        turns.length,
        {
          p50: quantile(0.5, attempts),
          p95: quantile(0.95, attempts),
          p99: quantile(0.99, attempts),
          max: Math.max(...attempts),
        },
        totals.retries,
        share(totals.healedIntents, totals.failedIntents),
        { total: looping.length, by_kind: { empty: looping.length }, turns: looping.length },
      ],
    },
    {
      path: 'series/max-attempts?step=3600',
      told: (points: readonly { turns: number; max: number }[]) => [
        sum(points, ({ turns: n }) => n),
        sum(points, ({ max }) => max),
      ],
      wanted: [
        turns.length,
        sum(
          groups(turns, ({ root }) => `${Math.floor(root.startMs / 3_600_000)}`),
          (own) => Math.max(...own.map(({ maxAttempts }) => maxAttempts)),
        ),
      ],
    },
    {
      path: 'series/loops?step=86400',
      told: (points: readonly { by_kind: Record<string, number> }[]) =>
        sum(points, ({ by_kind: kinds }) => kinds['empty'] ?? 0),
      wanted: looping.length,
    },
    {
      path: 'histograms/max-attempts',
      told: each('attempts', 'turns'),
      wanted: byAttempts
        .map((own) => [own[0]?.maxAttempts ?? 0, own.length])
        .toSorted(([a = 0], [b = 0]) => a - b),
    },
    {
      path: 'histograms/distinct-ratio',
      told: each('from', 'turns'),
      wanted: Array.from({ length: 10 }, (_, bin) => [
        bin / 10,
        ratios.filter((ratio) => Math.min(9, Math.floor(ratio * 10)) === bin).length,
      ]),
    },
    {
      path: 'facets',
      told: ({ agent, version, tool, loop }: never) => [agent, version, tool, loop].map(facet),
      wanted: [
        ofTurns(({ root }) => [root.agent]),
        ofTurns(({ root }) => [root.version]),
        ofTurns((turn) => turn.calls.map(({ tool }) => tool)),
        looping.length === 0 ? [] : [['empty', looping.length, looping.length]],
      ],
    },
    {
      path: 'savings',
      told: ({ turns: all, calls: made, healthy_turns, caps }: never) => [
        all,
        made,
        healthy_turns,
        each('cap', 'calls')(caps).filter(([, saved]) => saved !== 0),
      ],
      wanted: [
        turns.length,
        calls.length,
        turns.length - looping.length,
        Array.from({ length: 10 }, (_, index) => [
          index + 1,
          sum(turns, (turn) => savedBy(turn, index + 1)),
        ]).filter(([, saved]) => saved !== 0),
      ],
    },
  ];
}
