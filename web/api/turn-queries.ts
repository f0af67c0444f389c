/** One turn, and what it is held against. */
import {
  fleetSavings,
  foundSteps,
  step,
  stepTexts,
  trajectory,
  turnPage,
  type Step,
  type Trajectory,
  type Turn,
} from '@loopscope/api/contract';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

import { isFileTurn } from '../file/file-turn.ts';
import { get, type Params } from './get.ts';
import { rangeParams } from './params.ts';

const PROBED_STEPS = 100;

/** Ten thousand steps come from one server: the first of them stand for all, so that none is copied. */
const longTrajectory = trajectory.extend({
  steps: z.custom<Step[]>(
    (value) =>
      Array.isArray(value) &&
      value.slice(0, PROBED_STEPS).every((one) => step.safeParse(one).success),
  ),
});

/** Quiet for so long, a turn is taken for ended. */
const QUIET_MS = 60_000;
const FOLLOW_MS = 4000;
/** More calls are too many to be asked for again and again. */
const MOST_FOLLOWED = 150;

/** Whether its last step is so young that another may follow. */
export function mayGoOn({ started_at: startedAt, ...turn }: Turn, nowMs: number): boolean {
  if (turn.stop_reason !== '' || isFileTurn(turn.turn_id)) return false;
  return Math.abs(nowMs - (Date.parse(startedAt) + turn.duration_ms)) < QUIET_MS;
}

/** Whether the page asks for further steps by itself. */
export const isFollowed = ({ calls }: Turn): boolean => calls <= MOST_FOLLOWED;

export const trajectoryQuery = (turnId: string) =>
  queryOptions({
    queryKey: ['trajectory', turnId],
    refetchInterval: ({ state: { data } }: { state: { data: Trajectory | undefined } }) =>
      data !== undefined && isFollowed(data.turn) && mayGoOn(data.turn, Date.now())
        ? FOLLOW_MS
        : false,
    // A file that was dropped is all there is of it.
    ...(isFileTurn(turnId) ? { staleTime: Infinity, gcTime: Infinity } : {}),
    queryFn: ({ signal }) =>
      get(`/turns/${encodeURIComponent(turnId)}`, { texts: 'brief' }, longTrajectory, signal),
  });

/** Texts of the steps of some spans, to `longest` characters each; undefined: whole. */
export const stepTextsQuery = (turnId: string, spans: readonly string[], longest?: number) =>
  queryOptions({
    queryKey: ['step-texts', turnId, spans, longest],
    staleTime: Infinity,
    // What has left the window is asked for again: a long walk does not pile up texts.
    gcTime: 60_000,
    queryFn: ({ signal }) =>
      get(
        `/turns/${encodeURIComponent(turnId)}/texts`,
        { span: spans, longest },
        stepTexts,
        signal,
      ),
  });

/** Where words stand in a turn. */
export const foundStepsQuery = (turnId: string, words: string) =>
  queryOptions({
    queryKey: ['found-steps', turnId, words],
    enabled: words !== '',
    queryFn: ({ signal }) =>
      get(`/turns/${encodeURIComponent(turnId)}/find`, { q: words }, foundSteps, signal),
  });

const DAY_MS = 86_400_000;

/** What each cap would have done to the turns of the same agent in the two days around a turn. */
export const fleetSavingsQuery = ({ agent, started_at: startedAt }: Turn) =>
  queryOptions({
    queryKey: ['fleet-savings', agent, startedAt],
    queryFn: ({ signal }) => {
      const around = Date.parse(startedAt);
      const range = rangeParams({ fromMs: around - DAY_MS, toMs: around + DAY_MS });
      return get('/savings', { ...range, agent: [agent] }, fleetSavings, signal);
    },
  });

const COMPARABLE_TURNS = 12;

/** Healthy turns of the same agent that call the same tool, the newest first: what the turn may be held against. */
export const comparableTurnsQuery = (turn: Turn) =>
  queryOptions({
    queryKey: ['comparable-turns', turn.turn_id],
    queryFn: async ({ signal }) => {
      const params: Params = {
        ...rangeParams({ fromMs: Date.now() - 30 * DAY_MS, toMs: Date.now() + DAY_MS }),
        agent: [turn.agent],
        tool: turn.max_attempts_tool === '' ? undefined : [turn.max_attempts_tool],
        sort: '-started_at',
        limit: 100,
      };
      const { items } = await get('/turns', { ...params, max_attempts: 2 }, turnPage, signal);
      return items
        .filter(({ verdict, turn_id: id }) => verdict === 'healthy' && id !== turn.turn_id)
        .slice(0, COMPARABLE_TURNS);
    },
  });
