import type { Workbench } from '@loopscope/analyzer';
import { z } from 'zod';

import { declarationResult, exemptionDraft, exemptions, removalQuery } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { allFeedback } from '../loop-memory.ts';
import { presentResult } from '../present/declaration.ts';
import { presentExemption } from '../present/exemption.ts';
import { proposeExemptions } from '../present/feedback.ts';
import type { App, RouteContext } from '../route.ts';

/** Tools that may repeat themselves: with owner, reason and expiry; and those of which people say so. */
export function exemptionRoutes(
  app: App,
  { store, project, now }: RouteContext,
  workbench: () => Workbench,
): void {
  app.get(
    '/api/v1/exemptions',
    {
      schema: {
        summary: 'Exempt tools, expired ones too, and what feedback proposes',
        response: { 200: exemptions },
      },
    },
    async () => {
      const [declared, feedback] = await Promise.all([
        workbench().declarations(),
        allFeedback(store, project),
      ]);
      const items = declared.flatMap((tool) => presentExemption(tool, now()));
      const active = items.filter(({ state }) => state === 'active').map(({ tool }) => tool);
      return { items, proposals: proposeExemptions(feedback, new Set(active)) };
    },
  );
  app.post(
    '/api/v1/exemptions',
    {
      schema: {
        summary: 'Exempts a tool until a day; stored turns are judged anew',
        body: exemptionDraft,
        response: { 201: declarationResult },
      },
      bodyLimit: 8_192,
    },
    async (request, reply) => {
      const { tool, owner, reason, expires, by } = request.body;
      if (expires < new Date(now()).toISOString().slice(0, 10)) {
        throw new ApiError('invalid_query', 'expires: expected today or a later day');
      }
      const exempt = { owner, reason, expires };
      const result = await workbench().exempt({ tool, exempt, author: by, reason });
      return reply.code(201).send(presentResult(result));
    },
  );
  app.delete(
    '/api/v1/exemptions/:tool',
    {
      schema: {
        summary: 'Ends an exemption that was made here; one of loopscope.yaml ends there',
        params: z.object({ tool: z.string().min(1) }),
        querystring: removalQuery,
        response: { 200: declarationResult },
      },
    },
    async (request) => {
      const { by, reason } = request.query;
      const change = { tool: request.params.tool, author: by, reason };
      return presentResult(await workbench().exempt({ ...change, exempt: null }));
    },
  );
}
