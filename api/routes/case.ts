import type { Workbench } from '@loopscope/analyzer';

import { caseQuery, exportedCase } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { presentCase } from '../present/case.ts';
import { idParams, type App } from '../route.ts';

/** A loop as a case for an eval suite. */
export function caseRoute(app: App, workbench: () => Workbench): void {
  app.get(
    '/api/v1/turns/:id/case',
    {
      schema: {
        summary:
          'The shortest sequence that still shows a loop of the turn, as JSON or as a vitest file',
        params: idParams,
        querystring: caseQuery,
        response: { 200: exportedCase },
      },
    },
    async (request, reply) => {
      const { loop, format } = request.query;
      const found = await workbench().exportCase(request.params.id, loop);
      if (found === null) {
        throw new ApiError('not_found', 'There is no such turn, or nothing loops in it.');
      }
      if (format === 'json') return presentCase(found);
      void reply.type('text/plain; charset=utf-8').serializer((text: string) => text);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- text goes out past the schema, which describes the JSON
      return found.test as unknown as ReturnType<typeof presentCase>;
    },
  );
}
