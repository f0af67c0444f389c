import { findInTurn, turnSteps } from '@loopscope/sql';

import {
  findQuery,
  foundSteps,
  stepTexts,
  stepTextsQuery,
  type Step,
  type StepTexts,
} from '../contract/index.ts';
import { presentSteps } from '../present/steps.ts';
import { idParams, type Route } from '../route.ts';

const MOST_FOUND = 1_000;

/** What stands in the steps of a turn: the texts of those that are looked at, and where some words are. */
export const turnTextsRoutes: Route = (app, { store, project }) => {
  app.get(
    '/api/v1/turns/:id/texts',
    {
      schema: {
        summary: 'Texts of some steps of a turn, by the spans of the steps',
        params: idParams,
        querystring: stepTextsQuery,
        response: { 200: stepTexts },
      },
    },
    async ({ params, query }) => {
      const { span: spans, longest } = query;
      const rows = await store.query(turnSteps, {
        project,
        turn_id: params.id,
        span_ids: spans,
        longest,
      });
      const asked = new Set(spans);
      return presentSteps(rows, longest)
        .filter((step) => asked.has(step.span_id))
        .map(textsOf);
    },
  );
  app.get(
    '/api/v1/turns/:id/find',
    {
      schema: {
        summary: 'Where some words stand in a turn: names, arguments, results, errors and messages',
        params: idParams,
        querystring: findQuery,
        response: { 200: foundSteps },
      },
    },
    async ({ params, query }) => {
      const asked = { project, turn_id: params.id, words: query.q, limit: MOST_FOUND + 1 };
      const found = await store.query(findInTurn, asked);
      const items = found.slice(0, MOST_FOUND).map(({ span_id, call_seq, place, excerpt }) => ({
        span_id,
        call_seq: call_seq < 0 ? null : call_seq,
        place,
        excerpt,
      }));
      return { items, has_more: found.length > MOST_FOUND };
    },
  );
};

const textsOf = (step: Step): StepTexts => ({
  span_id: step.span_id,
  call_seq: step.kind === 'tool' ? step.call_seq : null,
  args: step.kind === 'tool' ? step.args : null,
  result: step.kind === 'tool' ? step.result : null,
  error_message: step.error_message,
  text: step.kind === 'model' ? step.text : null,
  user_text: step.kind === 'tool' ? null : step.user_text,
  ...(step.cut !== undefined && { cut: step.cut }),
});
