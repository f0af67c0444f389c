/** A number whose decimal value no double prints back, such as a 64-bit id, in canonical digits. */
export class ExactNumber {
  /** ECMAScript number form with all digits kept. */
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }

  toJSON(): string {
    return this.digits;
  }
}

/** 0.DIGITS x 10^point; digits have no zeros at either end, and none at all for zero. */
interface Decimal {
  negative: boolean;
  digits: string;
  point: bigint;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
/** Decimals of up to this many digits survive the way through a double. */
const SAFE_DIGITS = 15;

/** A JSON (or Python) number text as a double where that keeps its decimal value, else exactly. */
export function readNumber(text: string): number | ExactNumber {
  const value = Number(text);
  if (text.length <= SAFE_DIGITS && !/[eE]/.test(text)) return value;
  const exact = decimalOf(text);
  if (exact === null) return value;
  const held = decimalOf(String(value));
  return held !== null && sameDecimal(exact, held) ? value : new ExactNumber(print(exact));
}

function decimalOf(text: string): Decimal | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  let from = 0;
  while (from < all.length && all.charCodeAt(from) === 48) from += 1;
  let to = all.length;
  while (to > from && all.charCodeAt(to - 1) === 48) to -= 1;
  const digits = all.slice(from, to);
  if (digits === '') return { negative: false, digits, point: 0n };
  return {
    negative: sign === '-',
    digits,
    point: BigInt(whole.length - from) + exponentOf(exponent),
  };
}

/** An exponent of hundreds of digits would make BigInt work for nothing: its sign is all that is left of it. */
function exponentOf(text: string): bigint {
  const bound = text.length > 40 ? text.slice(0, 40) : text;
  return BigInt(bound);
}

function sameDecimal(a: Decimal, b: Decimal): boolean {
  return a.negative === b.negative && a.digits === b.digits && a.point === b.point;
}

/** Number::toString of ECMAScript, for any number of digits. */
function print({ negative, digits, point }: Decimal): string {
  const sign = negative ? '-' : '';
  if (digits === '') return '0';
  if (point > 21n || point <= -6n) {
    const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
    const exponent = point - 1n;
    return `${sign}${mantissa}e${exponent < 0n ? '' : '+'}${exponent}`;
  }
  const at = Number(point);
  if (at <= 0) return `${sign}0.${'0'.repeat(-at)}${digits}`;
  if (digits.length <= at) return sign + digits.padEnd(at, '0');
  return `${sign}${digits.slice(0, at)}.${digits.slice(at)}`;
}
