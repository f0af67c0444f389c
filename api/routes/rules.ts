import { alertRules, nextVersion, toInstant } from '@loopscope/sql';
import { z } from 'zod';

import type { Alerting } from '../alerting.ts';
import { loopsBehind } from '../behind.ts';
import {
  explainedPreview,
  previewDraft,
  rule,
  ruleCheck,
  ruleDraft,
  ruleFacts,
  ruleFile,
  ruleProblem,
} from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import type { App, RouteContext } from '../route.ts';

const nameParams = z.object({ name: z.string().regex(/^[\w.-]{1,100}$/) });
const enabling = z.strictObject({ enabled: z.boolean(), by: z.string().max(200).default('') });
const BODY_LIMIT_BYTES = 131_072;

/** The rules in force, the ones made here, and what a new one would have done. */
export function ruleRoutes(app: App, context: RouteContext, alerting: Alerting): void {
  app.get(
    '/api/v1/rules',
    { schema: { summary: 'Alert rules', response: { 200: z.array(rule) } } },
    async () => [...(await alerting.rules())],
  );
  app.get(
    '/api/v1/rules/problems',
    {
      schema: {
        summary: 'Rules that were not taken, with line and reason; what was in force stays so',
        response: { 200: z.array(ruleProblem) },
      },
    },
    async () => [...(await alerting.problems())],
  );
  app.get(
    '/api/v1/rules/file',
    {
      schema: {
        summary: 'The configuration file in force, and since when; null where nobody has said',
        response: { 200: ruleFile.nullable() },
      },
    },
    async () => alerting.file(),
  );
  app.get(
    '/api/v1/rules/facts',
    { schema: { summary: 'What a condition may name, by scope', response: { 200: ruleFacts } } },
    async () => alerting.facts(),
  );
  app.get(
    '/api/v1/rules/export',
    {
      schema: {
        summary: 'The rules made in the UI as YAML for loopscope.yaml',
        produces: ['application/yaml'],
        response: { 200: z.string() },
      },
    },
    async (_request, reply) => {
      const rules = await alerting.rules();
      const stored = rules.filter(({ source }) => source === 'stored');
      const listed = stored.map(
        ({ yaml }) => `    - ${yaml.trimEnd().replaceAll('\n', '\n      ')}\n`,
      );
      const text = `alerts:\n  rules:${listed.length === 0 ? ' []\n' : `\n${listed.join('')}`}`;
      return reply.type('application/yaml; charset=utf-8').serializer(String).send(text);
    },
  );
  tryRoutes(app, context, alerting);
  writeRoutes(app, context, alerting);
}

function tryRoutes(app: App, { store, project }: RouteContext, alerting: Alerting): void {
  app.post(
    '/api/v1/rules/check',
    {
      schema: {
        summary: 'Whether the YAML of a rule can be taken, and how it is read',
        body: ruleDraft,
        response: { 200: ruleCheck },
      },
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => alerting.check(request.body.yaml),
  );
  app.post(
    '/api/v1/rules/preview',
    {
      schema: {
        summary: 'What a rule would have done over stored data',
        body: previewDraft,
        response: { 200: explainedPreview },
      },
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const { yaml, name, since_hours: sinceHours, clock } = request.body;
      const result = await alerting.preview({ yaml, name, sinceHours, clock });
      if (typeof result === 'string') throw new ApiError('invalid_query', result);
      const loops = await loopsBehind(store, project, result.incidents);
      return {
        ...result,
        incidents: result.incidents.map((one, at) =>
          Object.assign(one, { loop: loops[at] ?? null }),
        ),
      };
    },
  );
}

type Write = (
  name: string,
  row: { text: string; by: string; enabled: boolean; deleted: 0 | 1 },
) => Promise<void>;

function writeRoutes(app: App, { store, project, now }: RouteContext, alerting: Alerting): void {
  const write: Write = async (name, { text, by, enabled, deleted }) => {
    const nowMs = now();
    const stored = await store.query(alertRules, { project });
    const known = stored.find((candidate) => candidate.name === name);
    await store.insert('alert_rules', [
      {
        project,
        name,
        text,
        enabled: enabled ? 1 : 0,
        updated_at: toInstant(nowMs),
        updated_by: by,
        version: nextVersion(known?.version ?? '0', nowMs),
        deleted,
      },
    ]);
  };
  putRoute(app, alerting, write);
  switchRoute(app, alerting, write);
  app.delete(
    '/api/v1/rules/:name',
    {
      schema: {
        summary: 'Deletes a rule made here',
        params: nameParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const rows = await store.query(alertRules, { project });
      const row = rows.find((candidate) => candidate.name === name);
      if (row === undefined) throw new ApiError('not_found', 'There is no such stored rule.');
      await write(name, { text: row.text, by: '', enabled: false, deleted: 1 });
      return reply.code(204).send(null);
    },
  );
}

function putRoute(app: App, alerting: Alerting, write: Write): void {
  app.put(
    '/api/v1/rules/:name',
    {
      schema: {
        summary: 'Stores a rule; one of the same name from elsewhere gives way to it',
        params: nameParams,
        body: ruleDraft,
        response: { 200: rule },
      },
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const { name } = request.params;
      const { yaml, by } = request.body;
      const checked = await alerting.check(yaml);
      if (checked.rule === null) {
        const [first] = checked.problems;
        const line = first?.line ?? null;
        const place = line === null ? '' : `line ${line}: `;
        throw new ApiError('invalid_query', `yaml: ${place}${first?.message ?? 'not valid'}`);
      }
      if (checked.rule.name !== name) {
        throw new ApiError('invalid_query', `yaml: the rule calls itself "${checked.rule.name}"`);
      }
      const rules = await alerting.rules();
      const before = rules.find((candidate) => candidate.name === name);
      // What somebody switched off stays so while it is changed.
      const enabled = request.body.enabled ?? before?.enabled ?? true;
      await write(name, { text: yaml, by, enabled, deleted: 0 });
      return {
        ...checked.rule,
        enabled: checked.rule.enabled && enabled,
        source: 'stored' as const,
      };
    },
  );
}

function switchRoute(app: App, alerting: Alerting, write: Write): void {
  app.patch(
    '/api/v1/rules/:name',
    {
      schema: {
        summary: 'Switches a rule off or on, wherever it comes from',
        params: nameParams,
        body: enabling,
        response: { 200: rule },
      },
    },
    async (request) => {
      const { name } = request.params;
      const rules = await alerting.rules();
      const known = rules.find((candidate) => candidate.name === name);
      if (known === undefined) throw new ApiError('not_found', 'There is no such rule.');
      const { enabled, by } = request.body;
      // A rule from elsewhere that is switched on again needs no row of its own.
      const deleted = enabled && known.source !== 'stored' ? 1 : 0;
      await write(name, { text: known.yaml, by, enabled, deleted });
      return { ...known, enabled };
    },
  );
}
