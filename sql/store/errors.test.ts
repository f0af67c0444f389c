import { describe, expect, it } from 'vitest';

import { StoreError, toStoreError } from './errors.ts';

const engine = (code: number, text = 'x'): Error =>
  Object.assign(new Error(`Code: ${code}. DB::Exception: ${text}. (NAME)`), { code: String(code) });

describe('a fault of the engine', () => {
  it.each([
    [159, 'store_timeout', true],
    [202, 'store_busy', true],
    [209, 'store_unreachable', true],
    [210, 'store_unreachable', true],
    [241, 'store_busy', true],
    [242, 'read_only', true],
    [243, 'disk_full', true],
    [252, 'store_busy', true],
    [60, 'schema_missing', true],
    [81, 'schema_missing', true],
    [516, 'store_refused', true],
    [999, 'store_unreachable', true],
    [6, 'bad_data', false],
    [26, 'bad_data', false],
    [27, 'bad_data', false],
    [25, 'bad_data', false],
    [117, 'bad_data', false],
    [72, 'bad_data', false],
    [407, 'bad_data', false],
    [53, 'bad_data', false],
    [349, 'bad_data', false],
    [4_242, 'unknown', true],
  ] as const)('with code %i is %s, worth another try: %s', (code, name, retryable) => {
    expect(toStoreError(engine(code), 'insert')).toMatchObject({
      code: name,
      retryable,
      engineCode: code,
    });
  });

  it('tells a column that the table lacks, which a migration brings, from a row that is wrong', () => {
    const text = 'Unknown field found while parsing JSONEachRow format: position';
    expect(toStoreError(engine(117, text), 'insert')).toMatchObject({
      code: 'schema_missing',
      retryable: true,
    });
  });

  it('tells too many parts, which passes, from too many partitions of one insert, which does not', () => {
    const text = 'Too many partitions for single INSERT block (more than 100)';
    expect(toStoreError(engine(252, text), 'insert')).toMatchObject({
      code: 'too_many_partitions',
      retryable: false,
    });
  });

  it('is a full disk by its text, whatever its code', () => {
    const error = toStoreError(engine(1001, 'write failed: No space left on device'), 'insert');
    expect(error).toMatchObject({ code: 'disk_full', retryable: true });
  });

  it('is read from the text where the error carries no code', () => {
    const error = toStoreError(new Error('Code: 243. DB::Exception: Cannot reserve'), 'insert');
    expect(error.code).toBe('disk_full');
  });
});

describe('a fault on the way', () => {
  it.each([
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:8123'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    new Error('socket hang up'),
    new Error('Timeout error.'),
  ])('is store_unreachable: %s', (error) => {
    expect(toStoreError(error, 'insert')).toMatchObject({
      code: 'store_unreachable',
      retryable: true,
    });
  });
});

it('a StoreError passes through as it is', () => {
  const error = new StoreError({ code: 'bad_row', retryable: false }, 'x');
  expect(toStoreError(error, 'again')).toBe(error);
});

it('the message says what was done and keeps to one line', () => {
  const error = toStoreError(engine(60, `no table\n${'x'.repeat(2000)}`), 'overview');
  expect(error.message).toBe('overview: Code: 60. DB::Exception: no table');
});
