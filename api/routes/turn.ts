import { turn, turnLoops, turnSavings, turnSteps, WHOLE_STEPS } from '@loopscope/sql';

import { trajectory, trajectoryQuery } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { feedbackOn } from '../loop-memory.ts';
import { presentLoop } from '../present/loop.ts';
import { presentSavings } from '../present/saving.ts';
import { presentSteps } from '../present/steps.ts';
import { presentHints, presentTurn } from '../present/turn.ts';
import { idParams, type Route } from '../route.ts';

/** A turn of more steps is told by its outline. */
const MOST_BRIEF_STEPS = 300;
/** Of a short turn the beginnings of its texts. */
const BRIEF_CHARS = 4_000;

/** The trajectory of one turn: what happened in order, what looped, and what a cap would have saved. */
export const turnRoute: Route = (app, { store, project }) => {
  app.get(
    '/api/v1/turns/:id',
    {
      schema: {
        summary: 'The trajectory of one turn',
        params: idParams,
        querystring: trajectoryQuery,
        response: { 200: trajectory },
      },
    },
    async (request, reply) => {
      const subject = { project, turn_id: request.params.id };
      const [found] = await store.query(turn, subject);
      if (found === undefined) throw new ApiError('not_found', 'There is no turn with this id.');
      const longest =
        request.query.texts === 'whole'
          ? WHOLE_STEPS.longest
          : found.calls + found.model_calls > MOST_BRIEF_STEPS
            ? 0
            : BRIEF_CHARS;
      const [steps, loops, savings] = await Promise.all([
        store.query(turnSteps, { ...subject, ...WHOLE_STEPS, longest }),
        store.query(turnLoops, subject),
        store.query(turnSavings, subject),
      ]);
      const feedback = await feedbackOn(store, project, loops);
      // Ten thousand steps are not held against their schema once more: their types say what they are.
      reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
      return {
        turn: presentTurn(found),
        hints: presentHints(found),
        steps: presentSteps(steps, longest),
        loops: loops.map((loop) => presentLoop(loop, feedback)),
        savings: presentSavings(savings),
      };
    },
  );
};
