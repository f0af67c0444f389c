/** Alerts, their rules, silences and receivers; what changes them. */
import {
  alertEventPage,
  alertPage,
  deadLetterPage,
  explainedPreview,
  receiver,
  receiverTest,
  redriven,
  rule,
  ruleCheck,
  ruleFacts,
  ruleFile,
  ruleProblem,
  silence,
  type SilenceDraft,
} from '@loopscope/api/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

import { ALERTS, ALERTS_REFRESH_MS } from './alert-counts.ts';
import { get, send } from './get.ts';

const one = <Schema extends z.ZodType>(name: string, path: string, schema: Schema) =>
  queryOptions({
    queryKey: [ALERTS, name],
    refetchInterval: ALERTS_REFRESH_MS,
    queryFn: ({ signal }) => get(path, {}, schema, signal),
  });

export const openAlertsQuery = () =>
  queryOptions({
    queryKey: [ALERTS, 'open'],
    refetchInterval: ALERTS_REFRESH_MS,
    queryFn: ({ signal }) =>
      get('/alerts', { state: ['firing', 'pending'], limit: 200 }, alertPage, signal),
  });

export const alertHistoryQuery = () =>
  queryOptions({
    queryKey: [ALERTS, 'history'],
    queryFn: ({ signal }) => get('/alerts/history', { limit: 100 }, alertEventPage, signal),
  });

export const rulesQuery = () => one('rules', '/rules', z.array(rule));
export const ruleProblemsQuery = () => one('problems', '/rules/problems', z.array(ruleProblem));
export const ruleFileQuery = () => one('file', '/rules/file', ruleFile.nullable());
export const silencesQuery = () => one('silences', '/silences', z.array(silence));
export const receiversQuery = () => one('receivers', '/receivers', z.array(receiver));
export const deadLettersQuery = () => one('dead', '/dead-letters', deadLetterPage);

/** What a condition may name, by scope. */
export const ruleFactsQuery = () =>
  queryOptions({
    queryKey: ['rule-facts'],
    staleTime: Infinity,
    queryFn: ({ signal }) => get('/rules/facts', {}, ruleFacts, signal),
  });

/** How a draft is read, while it is written. */
export const ruleCheckQuery = (yaml: string) =>
  queryOptions({
    queryKey: ['rule-check', yaml],
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: () => send('POST', '/rules/check', { yaml }, ruleCheck),
  });

/** What a draft would have done over stored data. */
export const rulePreviewQuery = (yaml: string, sinceHours: number) =>
  queryOptions({
    queryKey: ['rule-preview', yaml, sinceHours],
    staleTime: 60_000,
    queryFn: () => previewRule({ yaml, since_hours: sinceHours }),
  });

export const saveRule = (name: string, draft: { yaml: string; by: string; enabled?: boolean }) =>
  send('PUT', `/rules/${encodeURIComponent(name)}`, draft, rule);
export const deleteRule = (name: string) =>
  send('DELETE', `/rules/${encodeURIComponent(name)}`, undefined, z.unknown());

export const previewRule = (draft: { name?: string; yaml?: string; since_hours: number }) =>
  send('POST', '/rules/preview', draft, explainedPreview);
export const testReceiver = (name: string) =>
  send('POST', `/receivers/${encodeURIComponent(name)}/test`, {}, receiverTest);
export const tellAgain = (letter: { receiver: string; alert_id: string }) =>
  send('POST', '/dead-letters/redrive', letter, redriven);
export const createSilence = (draft: SilenceDraft) => send('POST', '/silences', draft, silence);
export const endSilence = (id: string) =>
  send('DELETE', `/silences/${encodeURIComponent(id)}`, undefined, silence);
export const acknowledgeAlert = (id: string) =>
  send('POST', `/alerts/${encodeURIComponent(id)}/acknowledge`, {}, silence);
export const enableRule = (name: string, enabled: boolean) =>
  send('PATCH', `/rules/${encodeURIComponent(name)}`, { enabled }, rule);
