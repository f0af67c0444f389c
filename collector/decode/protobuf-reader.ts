import { isUtf8 } from 'node:buffer';
import { DecodeError } from './wire-span.ts';

const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const FIXED32 = 5;

/**
 * A cursor over protobuf bytes that never reads past the message it is in and never allocates from a length prefix.
 * Known fields sent with an unexpected wire type are skipped like unknown ones. Groups are refused.
 */
export class ProtobufReader {
  position = 0;
  limit: number;
  /** True once a string held bytes that are no UTF-8; the caller resets it. */
  sawInvalidUtf8 = false;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.limit = bytes.length;
  }

  get atEnd(): boolean {
    return this.position >= this.limit;
  }

  /** Field number and wire type in one number, `field << 3 | type`. */
  tag(): number {
    const tag = this.uint32();
    if (tag < 8) throw new DecodeError('field number 0');
    return tag;
  }

  uint32(): number {
    let byte = this.byte();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let shift = 7; shift < 70; shift += 7) {
      byte = this.byte();
      if (shift < 28) value |= (byte & 0x7f) << shift;
      else value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (value > 0xffff_ffff) throw new DecodeError('varint too large');
        return value;
      }
    }
    throw new DecodeError('varint longer than 10 bytes');
  }

  /** Signed 64-bit; a number where a double holds it exactly. */
  int64(): number | bigint {
    let value = 0;
    let byte = 0;
    for (let shift = 0; shift < 49; shift += 7) {
      byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    let wide = BigInt(value);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      byte = this.byte();
      wide |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return narrow(BigInt.asIntN(64, wide));
    }
    throw new DecodeError('varint longer than 10 bytes');
  }

  fixed64(): bigint {
    const at = this.advance(8);
    return this.bytes.readBigUInt64LE(at);
  }

  double(): number {
    const at = this.advance(8);
    return this.bytes.readDoubleLE(at);
  }

  string(): string {
    const length = this.uint32();
    const at = this.advance(length);
    const text = this.bytes.toString('utf8', at, at + length);
    if (text.includes('\uFFFD') && !isUtf8(this.bytes.subarray(at, at + length))) {
      this.sawInvalidUtf8 = true;
    }
    return text;
  }

  /** A view of the body, not a copy. */
  delimited(): Buffer {
    const length = this.uint32();
    const at = this.advance(length);
    return this.bytes.subarray(at, at + length);
  }

  /** Moves into a submessage; give the answer back to `leave`. */
  enter(): number {
    const length = this.uint32();
    const outer = this.limit;
    if (length > outer - this.position) throw new DecodeError('length runs past the message');
    this.limit = this.position + length;
    return outer;
  }

  leave(outer: number): void {
    this.position = this.limit;
    this.limit = outer;
  }

  /** The bytes of the message the cursor is in, from here on. */
  remaining(): Buffer {
    return this.bytes.subarray(this.position, this.limit);
  }

  skip(tag: number): void {
    switch (tag & 7) {
      case VARINT:
        this.int64();
        return;
      case FIXED64:
        this.advance(8);
        return;
      case DELIMITED:
        this.advance(this.uint32());
        return;
      case FIXED32:
        this.advance(4);
        return;
      default:
        throw new DecodeError(`wire type ${tag & 7}`);
    }
  }

  private byte(): number {
    const byte = this.position < this.limit ? this.bytes[this.position] : undefined;
    if (byte === undefined) throw new DecodeError('message ends inside a field');
    this.position += 1;
    return byte;
  }

  private advance(length: number): number {
    const at = this.position;
    if (length > this.limit - at) throw new DecodeError('length runs past the message');
    this.position = at + length;
    return at;
  }
}

function narrow(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
