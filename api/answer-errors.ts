import { StoreError } from '@loopscope/sql';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

import type { ErrorAnswer } from './contract/index.ts';
import { API_ERRORS, ApiError, type ApiErrorCode } from './errors.ts';
import type { Log } from './options.ts';

interface Answer {
  status: number;
  body: ErrorAnswer;
}

const answer = (code: ApiErrorCode, message: string = API_ERRORS[code].message): Answer => ({
  status: API_ERRORS[code].status,
  body: { error: { code, message } },
});

/** What a caller is told about a failure; the text of one that is not ours never leaves. */
function toAnswer(error: unknown): Answer {
  if (error instanceof ApiError) return answer(error.code, error.message);
  if (hasZodFastifySchemaValidationErrors(error)) {
    return answer('invalid_query', invalidQueryMessage(error.validation));
  }
  if (error instanceof StoreError && error.retryable) return answer('store_unavailable');
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    return unreadable(error);
  }
  return answer('internal');
}

/** Every error leaves as `{ error: { code, message } }`; unexpected ones are logged with their cause. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = toAnswer(error);
    // Nobody reads the answer any more.
    if (error instanceof StoreError && error.code === 'cancelled') return reply.code(499).send();
    if (status >= 500)
      log('error', 'api request failed', { url: request.url, reason: reasonOf(error) });
    if (status === 503) void reply.header('retry-after', '1');
    if (status === 401) void reply.header('www-authenticate', 'Bearer');
    return send(reply, { status, body });
  });
}

/** For addresses that the router itself does not take, such as `/%zz`. */
export function answerBadAddress(error: FastifyError, reply: FastifyReply): void {
  void send(reply, toAnswer(error));
}

const send = (reply: FastifyReply, { status, body }: Answer): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));

interface ValidationIssue {
  instancePath: string;
  message?: string;
}

/** "limit: Too big: expected number to be <=500", one parameter a sentence. */
function invalidQueryMessage(issues: readonly ValidationIssue[]): string {
  const sentences = issues.map(({ instancePath, message }) => {
    const parameter = instancePath.split('/').find(Boolean);
    return parameter === undefined ? (message ?? '') : `${parameter}: ${message ?? 'not valid'}`;
  });
  return [...new Set(sentences)].join('. ');
}

/** The framework's own words are fixed ones: they hold nothing of the request but its address. */
function unreadable({ code, message, statusCode }: FastifyError): Answer {
  if (statusCode === 415) return answer('unsupported_type');
  if (statusCode === 413) return answer('too_large');
  const words = code?.startsWith('FST_ERR_') ? `${message}.` : 'The request could not be read.';
  return answer('invalid_query', words);
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error;
}

/** With the place where it was thrown, for the log alone. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
