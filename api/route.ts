import type { Store } from '@loopscope/sql';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** The server as routes see it: handlers are typed by their Zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What a route needs to answer. */
export interface RouteContext {
  store: Store;
  project: string;
  now: () => number;
}

/** One question over HTTP; a file in `routes/` each. */
export type Route = (app: App, context: RouteContext) => void;

/** Ids stand in the path as received, percent-encoded. */
export const idParams = z.object({ id: z.string().min(1) });

/** The row of a question that always answers with one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('the store answered without a row');
  return row;
}
