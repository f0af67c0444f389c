import { z } from 'zod';

/** Types of columns and parameters that the questions share. */

/** A 64-bit count; it arrives as digits and is far below what a double holds. */
export const count = z.coerce.number().int();
/** Stays digits: versions may need all 64 bits. */
export const int64 = z.string().regex(/^-?\d+$/);
/** `YYYY-MM-DD hh:mm:ss.mmm`, UTC. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?$/);
/** `YYYY-MM-DD hh:mm:ss.uuuuuu`, UTC. */
export const microInstant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/);
export const project = z.string();
