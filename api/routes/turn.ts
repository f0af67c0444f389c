import { turn, turnLoops, turnSavings, turnSteps } from '@loopscope/sql';

import { trajectory } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { feedbackOn } from '../loop-memory.ts';
import { presentLoop } from '../present/loop.ts';
import { presentSavings } from '../present/saving.ts';
import { presentSteps } from '../present/steps.ts';
import { presentHints, presentTurn } from '../present/turn.ts';
import { idParams, type Route } from '../route.ts';

/** The trajectory of one turn: what happened in order, what looped, and what a cap would have saved. */
export const turnRoute: Route = (app, { store, project }) => {
  app.get(
    '/api/v1/turns/:id',
    {
      schema: {
        summary: 'The trajectory of one turn',
        params: idParams,
        response: { 200: trajectory },
      },
    },
    async (request, reply) => {
      const subject = { project, turn_id: request.params.id };
      const [turns, steps, loops, savings] = await Promise.all([
        store.query(turn, subject),
        store.query(turnSteps, subject),
        store.query(turnLoops, subject),
        store.query(turnSavings, subject),
      ]);
      const feedback = await feedbackOn(store, project, loops);
      const [found] = turns;
      if (found === undefined) throw new ApiError('not_found', 'There is no turn with this id.');
      // Ten thousand steps are not held against their schema once more: their types say what they are.
      reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
      return {
        turn: presentTurn(found),
        hints: presentHints(found),
        steps: presentSteps(steps),
        loops: loops.map((loop) => presentLoop(loop, feedback)),
        savings: presentSavings(savings),
      };
    },
  );
};
