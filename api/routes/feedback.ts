import { randomUUID } from 'node:crypto';

import { loop, toInstant } from '@loopscope/sql';

import { feedbackDraft, loop as loopAnswer } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { feedbackOn } from '../loop-memory.ts';
import { presentLoop } from '../present/loop.ts';
import { idParams, type Route } from '../route.ts';

/** What people say of an incident; remembered for its like. */
export const feedbackRoute: Route = (app, { store, project, now }) => {
  app.post(
    '/api/v1/loops/:id/feedback',
    {
      schema: {
        summary:
          'Says that an incident is a loop, or is none; remembered for the same kind and shape',
        params: idParams,
        body: feedbackDraft,
        response: { 201: loopAnswer },
      },
      bodyLimit: 8_192,
    },
    async (request, reply) => {
      const [found] = await store.query(loop, { project, loop_id: request.params.id });
      if (found === undefined) throw new ApiError('not_found', 'There is no loop with this id.');
      const { verdict, reason, by } = request.body;
      const { loop_id, turn_id, kind, shape, tools } = found;
      await store.insert('loop_feedback', [
        {
          project,
          feedback_id: randomUUID(),
          loop_id,
          turn_id,
          kind,
          shape,
          tools,
          verdict,
          reason,
          author: by,
          given_at: toInstant(now()),
        },
      ]);
      const feedback = await feedbackOn(store, project, [found]);
      return reply.code(201).send(presentLoop(found, feedback));
    },
  );
};
