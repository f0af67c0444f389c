import type { Workbench } from '@loopscope/analyzer';
import { tool, toolErrors } from '@loopscope/sql';
import { z } from 'zod';

import { commonQuery, toolDetail } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { toFilter } from '../filter.ts';
import { presentTool, presentToolErrors } from '../present/tool.ts';
import { presentIdentity } from '../present/identity.ts';
import type { App, RouteContext } from '../route.ts';

const MOST_TEMPLATES = 50;

/** One tool and how it fails. */
export function toolRoute(
  app: App,
  { store, project, now }: RouteContext,
  workbench: Workbench | null,
): void {
  app.get(
    '/api/v1/tools/:name',
    {
      schema: {
        summary: `One tool and its ${MOST_TEMPLATES} most frequent error templates`,
        params: z.object({ name: z.string().min(1) }),
        querystring: commonQuery,
        response: { 200: toolDetail },
      },
    },
    async (request) => {
      const question = {
        ...toFilter(request.query, project, now()),
        tool: request.params.name,
      };
      const [tools, errors, identity] = await Promise.all([
        store.query(tool, question),
        store.query(toolErrors, { ...question, limit: MOST_TEMPLATES }),
        workbench === null ? null : workbench.suggest(question.tool, question),
      ]);
      const [found] = tools;
      if (found === undefined) {
        throw new ApiError('not_found', 'No call of this tool in the range; try a longer one.');
      }
      return {
        tool: presentTool(found),
        identity: identity === null ? null : presentIdentity(identity),
        ...presentToolErrors(errors),
      };
    },
  );
}
