import { isTerminalResult } from '../guard-marks.ts';
import { isObject, member, type Json, type JsonObject } from '../value/json.ts';

/** What a result says about its own failure. */
export interface ResultFault {
  /** Type names and codes, the most telling first. */
  types: string[];
  /** Empty where the result names none. */
  message: string;
}

const MESSAGES = ['message', 'detail', 'details', 'reason', 'description', 'error_message', 'msg'];
const TYPES = [
  'type',
  'name',
  'code',
  'status',
  'error_type',
  'errorType',
  'error_code',
  'statusCode',
  'status_code',
];
const STATUSES = ['status', 'statusCode', 'status_code', 'code', 'http_status', 'httpStatus'];
/** A single word such as `not_found`: a code rather than a sentence. */
const CODE = /^[A-Za-z][\w.-]{2,60}$/;

/** The failure that an object reports about itself by its structure; null where it reports none. */
export function faultOf(value: JsonObject): ResultFault | null {
  if (isTerminalResult(value)) return stoppedFault(value);
  const error = member(value, 'error');
  const hasError = isError(error);
  const graphqlErrors = graphqlErrorsOf(value);
  if (!hasError && !isFlagged(value) && graphqlErrors === null) return null;
  const inner = isObject(error) ? error : (graphqlErrors ?? value);
  const sentence = typeof error === 'string' ? error : undefined;
  const types = [...textsOf(inner, TYPES), ...textsOf(value, TYPES)];
  if (sentence !== undefined && CODE.test(sentence)) types.unshift(sentence);
  const [message = ''] = textsOf(inner, MESSAGES);
  const said = hasError ? (sentence ?? message) : message;
  return { types, message: said !== '' ? said : (textsOf(value, MESSAGES)[0] ?? '') };
}

/** Status codes of failure that an object names without saying that it is one; for calls that are known to have failed. */
export function statusesOf(value: Json): string[] {
  return isObject(value) ? textsOf(value, STATUSES).filter((text) => /^[45]\d\d$/.test(text)) : [];
}

function isFlagged(value: JsonObject): boolean {
  const type = member(value, 'type');
  return (
    member(value, 'isError') === true ||
    member(value, 'is_error') === true ||
    member(value, 'status') === 'error' ||
    member(value, 'success') === false ||
    member(value, 'ok') === false ||
    (typeof type === 'string' && /^(?:error\b|execution-denied$)/.test(type))
  );
}

/** A number under `error` is a measurement, `false` and empty forms say that there is none. */
function isError(error: Json | undefined): boolean {
  if (error === undefined || error === null || error === false || error === '') return false;
  if (typeof error === 'string') return !/^(?:none|null|no error|false|n\/a)$/i.test(error);
  if (Array.isArray(error)) return error.length > 0;
  return isObject(error) ? Object.keys(error).length > 0 : error === true;
}

/** Members that may stand beside the errors of a GraphQL answer that has no data. */
const BESIDE_ERRORS = /^(?:errors|data|extensions)$/;
/** What GraphQL says of each of them beside its message. */
const OF_GRAPHQL = ['locations', 'path', 'extensions'];

/** GraphQL: `errors` with messages and no data. A linter's list of errors is its answer. */
function graphqlErrorsOf(value: JsonObject): JsonObject | null {
  const errors = member(value, 'errors');
  const [first] = Array.isArray(errors) ? errors : [];
  if (!isObject(first) || !Object.hasOwn(first, 'message')) return null;
  if (member(value, 'data') === null) return first;
  const isAlone = Object.keys(value).every((key) => BESIDE_ERRORS.test(key));
  const isOfGraphql = OF_GRAPHQL.some((key) => Object.hasOwn(first, key));
  return isAlone && isOfGraphql && member(value, 'data') === undefined ? first : null;
}

function textsOf(value: JsonObject, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const text = member(value, key);
    return typeof text === 'string' || typeof text === 'number' ? [String(text)] : [];
  });
}

/** The failure behind a guard's terminal result: what the call itself failed with, or that it was not made; null where nothing failed. */
function stoppedFault(value: JsonObject): ResultFault | null {
  const errorClass = member(value, 'error_class');
  if (typeof errorClass !== 'string') return null;
  const said = member(value, 'last_result') ?? member(value, 'message');
  const type = errorClass === 'denied' ? 'denied_by_guard' : errorClass;
  return { types: [type], message: typeof said === 'string' ? said : '' };
}
