/** Memory for requests that were begun and are not answered yet, shared by every listener. */
export interface ByteBudget {
  usedBytes(): number;
  /** A share of nothing yet, which grows with its request. */
  open(): Share;
}

export interface Share {
  /** @throws {OverloadedError} where there is no room; nothing was taken then. */
  take(bytes: number): void;
  /** Gives back all of it; a second time does nothing. */
  release(): void;
}

/** More bytes are in flight than the budget allows; the sender shall come again. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

export function createByteBudget(maxBytes: number): ByteBudget {
  let used = 0;
  return {
    usedBytes: () => used,
    open() {
      let own = 0;
      return {
        take(bytes) {
          if (used + bytes > maxBytes) {
            throw new OverloadedError(`more than ${maxBytes} bytes are in flight`);
          }
          used += bytes;
          own += bytes;
        },
        release() {
          used -= own;
          own = 0;
        },
      };
    },
  };
}
