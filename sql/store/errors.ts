/** Stable names of what can go wrong at the store. */
export type StoreErrorCode =
  | 'store_unreachable'
  | 'store_timeout'
  | 'store_busy'
  | 'store_refused'
  | 'schema_missing'
  | 'schema_newer'
  | 'disk_full'
  | 'read_only'
  | 'data_dir_in_use'
  | 'data_dir_unusable'
  | 'engine_missing'
  | 'bad_data'
  | 'too_many_partitions'
  | 'query_too_large'
  | 'bad_row'
  | 'bad_params'
  | 'closed'
  | 'cancelled'
  | 'unknown';

/** The store could not do what was asked. `retryable`: the same call may succeed later, unchanged. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly retryable: boolean;
  /** The engine's own exception code, where it answered with one. */
  readonly engineCode: number | null;

  constructor(
    fault: { code: StoreErrorCode; retryable: boolean; engineCode?: number | null },
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StoreError';
    this.code = fault.code;
    this.retryable = fault.retryable;
    this.engineCode = fault.engineCode ?? null;
  }
}

interface Fault {
  code: StoreErrorCode;
  retryable: boolean;
}

const faults = (
  code: StoreErrorCode,
  retryable: boolean,
  engineCodes: readonly number[],
): [number, Fault][] => engineCodes.map((engineCode) => [engineCode, { code, retryable }]);

/** ClickHouse exception codes; a code that is not here is `unknown` and worth another try. */
const ENGINE_FAULTS: ReadonlyMap<number, Fault> = new Map([
  // SOCKET_TIMEOUT, NETWORK_ERROR, ALL_CONNECTION_TRIES_FAILED, NO_ZOOKEEPER, KEEPER_EXCEPTION
  ...faults('store_unreachable', true, [209, 210, 279, 225, 999]),
  // TIMEOUT_EXCEEDED, TOO_SLOW
  ...faults('store_timeout', true, [159, 160]),
  // TOO_MANY_SIMULTANEOUS_QUERIES, MEMORY_LIMIT_EXCEEDED, TOO_MANY_PARTS, CANNOT_SCHEDULE_TASK
  ...faults('store_busy', true, [202, 241, 252, 439]),
  // AUTHENTICATION_FAILED, ACCESS_DENIED, UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD
  ...faults('store_refused', true, [516, 497, 192, 193, 194]),
  // UNKNOWN_TABLE, UNKNOWN_DATABASE
  ...faults('schema_missing', true, [60, 81]),
  // NOT_ENOUGH_SPACE
  ...faults('disk_full', true, [243]),
  // TABLE_IS_READ_ONLY, READONLY
  ...faults('read_only', true, [242, 164]),
  // CANNOT_PARSE_*, INCORRECT_DATA, UNKNOWN_FIELD, TYPE_MISMATCH, CANNOT_INSERT_NULL, ARGUMENT_OUT_OF_BOUND, SYNTAX_ERROR
  ...faults('bad_data', false, [6, 25, 26, 27, 38, 41, 72, 117, 53, 349, 407, 69, 130, 130, 62]),
  // TOO_MANY_ROWS_OR_BYTES, TOO_MANY_ROWS, TOO_MANY_BYTES, QUERY_IS_TOO_LARGE
  ...faults('query_too_large', false, [396, 158, 307, 36]),
]);

const NETWORK_FAULT =
  /^(ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|EPIPE|ETIMEDOUT|UND_ERR)|socket hang up|timeout error/i;

/** Names what the client or the engine threw. A `StoreError` passes through unchanged. */
export function toStoreError(error: unknown, doing: string): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const engineCode = engineCodeOf(error, message);
  const fault =
    engineCode === null ? clientFault(error, message) : engineFault(engineCode, message);
  return new StoreError({ ...fault, engineCode }, `${doing}: ${firstLine(message)}`, {
    cause: error,
  });
}

function engineFault(engineCode: number, message: string): Fault {
  // One code for two faults: too many parts passes, too many partitions of one insert never does.
  if (engineCode === 252 && /partitions for single INSERT/i.test(message)) {
    return { code: 'too_many_partitions', retryable: false };
  }
  // A column that the table lacks is the table's fault: the rows are right.
  if (/Unknown field found/i.test(message)) return { code: 'schema_missing', retryable: true };
  if (/No space left on device/i.test(message)) return { code: 'disk_full', retryable: true };
  return ENGINE_FAULTS.get(engineCode) ?? { code: 'unknown', retryable: true };
}

function clientFault(error: unknown, message: string): Fault {
  const code = property(error, 'code');
  if (NETWORK_FAULT.test(typeof code === 'string' ? code : '') || NETWORK_FAULT.test(message)) {
    return { code: 'store_unreachable', retryable: true };
  }
  if (/is closed/i.test(message)) return { code: 'closed', retryable: false };
  return { code: 'unknown', retryable: true };
}

function engineCodeOf(error: unknown, message: string): number | null {
  for (const name of ['clickhouseCode', 'code']) {
    const value = property(error, name);
    if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
      return Number(value);
    }
  }
  const inText = /Code: (\d+)\. DB::Exception/.exec(message)?.[1];
  return inText === undefined ? null : Number(inText);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function firstLine(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}
