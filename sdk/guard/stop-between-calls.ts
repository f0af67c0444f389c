import type { Core } from './core.ts';
import { terminalResult } from './terminal.ts';
import type { TurnLedger } from './ledger.ts';

/** An order from outside that arrives while no call runs ends the turn as well: before the next model call, which would be paid for nothing. */
export function stopBetweenCalls({ settings }: Core, turn: TurnLedger): void {
  const order = settings.stops?.stopOf(turn.session.id) ?? null;
  if (order === null || turn.stop?.enforced === true) return;
  const { requestedBy, reason } = order;
  const inFlight = [...turn.inFlight].map(({ tool, effect }) => `${tool} (${effect})`);
  const result = terminalResult({
    kind: 'outside_stop',
    tool: '',
    attempts: 0,
    tried: [],
    errors: [],
    errorClass: null,
    message: '',
    effect: 'unknown',
    wasMade: false,
    requestedBy,
    reason,
    inFlight,
  });
  turn.stop = { reason: 'stopped_outside', enforced: true, result };
}
