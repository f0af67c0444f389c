/** An order from outside to end a session. */
export interface StopOrder {
  sessionId: string;
  /** Who gave it; '' where that is not known. */
  requestedBy: string;
  reason: string;
}

export type StopSourceState = 'connected' | 'polling' | 'unreachable';

/** Where stops from outside come from. Asked before every call, so it answers at once from what it has heard. */
export interface StopSource {
  /** The order that stands for a session; null where there is none, or where nothing can be heard. */
  stopOf(sessionId: string): StopOrder | null;
  state(): StopSourceState;
  close(): void;
}
