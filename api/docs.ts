import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const DESCRIPTION = `Times are ISO 8601 UTC, durations milliseconds, ratios 0 to 1; a ratio or percentile is null where
nothing was counted. Without \`from\` and \`to\` the last 24 hours are asked for; \`from\` alone runs until now, \`to\` alone
takes the 24 hours before it. Several values of one filter mean any of them; \`tool\` keeps the turns in which one of the
tools was called. Lists answer \`{ items, next_cursor }\`. Errors are \`{ error: { code, message } }\`.`;

/** OpenAPI 3.1 of every route at `/api/docs/json`, and its page at `/api/docs`, served from here alone. */
export async function addDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Loopscope', description: DESCRIPTION, version },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        },
      },
      security: [{}, { bearer: [] }, { apiKey: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Loopscope API' },
  });
}
