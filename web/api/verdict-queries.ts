/** What judges stored calls anew: comparisons, feedback, cases, declarations and exemptions. */
import {
  comparison,
  declarationResult,
  exemptions,
  exportedCase,
  loop,
  loopPage,
  newLoops,
  type DeclarationDraft,
  type ExemptionDraft,
  type FeedbackDraft,
} from '@loopscope/api/contract';
import { queryOptions } from '@tanstack/react-query';

import type { CommonSearch } from '../url/search.ts';
import { get, send } from './get.ts';
import { currentParams, keyOf } from './params.ts';

const SLOW_MS = 60_000;

/** The range against the one before it: loops that are new, worse, gone or better. */
export const comparisonQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['comparison', keyOf(search)],
    staleTime: SLOW_MS,
    queryFn: ({ signal }) => get('/compare', currentParams(search), comparison, signal),
  });

/** Loops that no other release, or no other model, has shown. */
export const newSinceQuery = (since: { version: string } | { model: string }) =>
  queryOptions({
    queryKey: ['new-since', since],
    staleTime: SLOW_MS,
    queryFn: ({ signal }) => get('/loops/new-since', since, newLoops, signal),
  });

/** First part of the key of what a tool is exempt from. */
export const EXEMPTIONS = 'exemptions';

export const exemptionsQuery = () =>
  queryOptions({
    queryKey: [EXEMPTIONS],
    queryFn: ({ signal }) => get('/exemptions', {}, exemptions, signal),
  });

const TOOL_LOOPS = 12;

export const toolLoopsQuery = (tool: string, search: CommonSearch) =>
  queryOptions({
    queryKey: ['tool-loops', tool, keyOf(search)],
    queryFn: ({ signal }) => {
      const params = { ...currentParams(search), tool: [tool], limit: TOOL_LOOPS };
      return get('/loops', params, loopPage, signal);
    },
  });

export const sayNotALoop = (loopId: string, draft: FeedbackDraft) =>
  send('POST', `/loops/${encodeURIComponent(loopId)}/feedback`, draft, loop);

export const readCase = (turnId: string, loopId: string) =>
  get(`/turns/${encodeURIComponent(turnId)}/case`, { loop: loopId }, exportedCase);

export const declare = (draft: DeclarationDraft) =>
  send('POST', '/declarations', draft, declarationResult);

export const exempt = (draft: ExemptionDraft) =>
  send('POST', '/exemptions', draft, declarationResult);
