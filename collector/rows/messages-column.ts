import { fingerprintResult, readOutcome, signCall } from '@loopscope/signature';
import { hash } from 'node:crypto';
import type { SpanMessages } from '@loopscope/sql';
import { cutText } from '../decode/text.ts';
import { textOf } from '../dialects/read-fields.ts';
import type { AskedCall, FedBackResult } from '../messages/message-parts.ts';
import type { Messages } from '../messages/read-messages.ts';
import { boundedResult, readBounded } from './sign.ts';
import type { RowContext } from './row-context.ts';

export const NO_MESSAGES: Messages = {
  calls: [],
  results: [],
  users: null,
  assistants: null,
  lastUser: '',
  said: '',
  heard: '',
};

/** The `messages` column: calls asked for and results fed back, signed like tool spans. */
export function writeMessages(messages: Messages, context: RowContext): string {
  const { maxMessageParts } = context.limits;
  const { calls, results, users, assistants, lastUser, said, heard, history } = messages;
  const before = messages.callsBefore ?? [];
  const written: SpanMessages = {
    asked: calls.slice(0, maxMessageParts).map((call) => writeCall(call, context)),
    fed_back: results.slice(0, maxMessageParts).map((result) => writeResult(result, context)),
    users,
    assistants,
    last_user: lastUser === '' ? '' : hash('sha256', lastUser).slice(0, 16),
    ...(said === '' ? {} : { said: kept(said, context) }),
    ...(heard === '' ? {} : { heard: kept(heard, context) }),
    ...(before.length === 0
      ? {}
      : { asked_before: before.slice(0, maxMessageParts).map((call) => writeCall(call, context)) }),
    ...(history === undefined ? {} : { history }),
  };
  return JSON.stringify(written);
}

function writeCall(call: AskedCall, context: RowContext): SpanMessages['asked'][number] {
  const { limits, declarations } = context;
  const text = textOf(call.arguments);
  const declaration = declarations.get(call.name);
  const args = readBounded(text);
  const signed = signCall(call.name, args, declaration);
  return {
    id: cutText(call.id, limits.maxNameChars),
    tool: cutText(call.name, limits.maxNameChars),
    args: kept(text, context),
    args_known: args.known ? 1 : 0,
    signature: signed.signature ?? '',
    identity: signed.identity ?? '',
    identity_fields: signed.identityFields,
    effect: declaration?.effect ?? 'unknown',
  };
}

function writeResult(
  fedBack: FedBackResult,
  context: RowContext,
): SpanMessages['fed_back'][number] {
  const { limits, declarations } = context;
  const text = textOf(fedBack.result);
  const result = boundedResult(text) ?? undefined;
  const flagged = fedBack.failed ? { flaggedError: true } : {};
  const outcome = readOutcome({ status: 'unset', ...flagged, result });
  const print = fingerprintResult(result, outcome, declarations.get(fedBack.name));
  return {
    id: cutText(fedBack.id, limits.maxNameChars),
    tool: cutText(fedBack.name, limits.maxNameChars),
    result: kept(text, context),
    result_size: text?.length ?? 0,
    outcome: outcome.state,
    error_class: outcome.errorClass ?? '',
    error_template: cutText(outcome.template, limits.maxMessageChars),
    result_kind: print.kind,
    result_fingerprint: print.fingerprint ?? '',
  };
}

function kept(text: string | null, { limits, content }: RowContext): string {
  return text === null || content === 'hashes' ? '' : cutText(text, limits.maxMessagePartChars);
}
