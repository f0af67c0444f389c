import type { Workbench } from '@loopscope/analyzer';
import { declarationHistory } from '@loopscope/sql';
import { z } from 'zod';

import {
  declarationDraft,
  declarationHistory as historyAnswer,
  declarationResult,
  declarations,
  removalQuery,
} from '../contract/index.ts';
import { presentChange, presentDeclared, presentResult } from '../present/declaration.ts';
import type { App, RouteContext } from '../route.ts';

const toolParams = z.object({ tool: z.string().min(1) });
const MOST_CHANGES = 200;

/** How tools are declared: by loopscope.yaml, and by people since, who, when and why. */
export function declarationRoutes(
  app: App,
  { store, project }: RouteContext,
  workbench: () => Workbench,
): void {
  app.get(
    '/api/v1/declarations',
    {
      schema: {
        summary: 'How each tool is declared, by the file or by people since',
        response: { 200: declarations },
      },
    },
    async () => (await workbench().declarations()).map(presentDeclared),
  );
  app.post(
    '/api/v1/declarations',
    {
      schema: {
        summary: 'Declares a tool, laid over loopscope.yaml; stored turns are resolved anew',
        body: declarationDraft,
        response: { 201: declarationResult },
      },
      bodyLimit: 65_536,
    },
    async (request, reply) => {
      const { tool, declaration, by, reason } = request.body;
      const result = await workbench().declare({ tool, declaration, author: by, reason });
      return reply.code(201).send(presentResult(result));
    },
  );
  app.delete(
    '/api/v1/declarations/:tool',
    {
      schema: {
        summary: 'Takes back what was declared here; what loopscope.yaml says holds again',
        params: toolParams,
        querystring: removalQuery,
        response: { 200: declarationResult },
      },
    },
    async (request) => {
      const { by, reason } = request.query;
      const change = { tool: request.params.tool, author: by, reason };
      return presentResult(await workbench().declare({ ...change, declaration: null }));
    },
  );
  historyRoute(app, { store, project });
}

function historyRoute(app: App, { store, project }: Pick<RouteContext, 'store' | 'project'>): void {
  app.get(
    '/api/v1/declarations/:tool/history',
    {
      schema: {
        summary: 'Who declared a tool how, when and why; the latest first',
        params: toolParams,
        response: { 200: historyAnswer },
      },
    },
    async (request) => {
      const { tool } = request.params;
      const rows = await store.query(declarationHistory, { project, tool, limit: MOST_CHANGES });
      return rows.map(presentChange);
    },
  );
}
