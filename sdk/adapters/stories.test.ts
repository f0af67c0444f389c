import { describe, expect, test } from 'vitest';
import { createGuard } from '../guard/index.ts';
import {
  ACTIONABLE_FAULT,
  BARE_FAULT,
  createCloud,
  createTicketService,
  nextResizeCall,
  SEARCH_ARGUMENTS,
  TICKET_DECLARATION,
  ticketArguments,
} from './testing/incidents.ts';
import { LAST_WORDS, TOKENS } from './testing/play.ts';
import { PLAYERS } from './testing/players.ts';

/** An MCP client knows nothing of the model. */
const WITHOUT_USAGE = /^MCP/;

describe.each(PLAYERS)('%s', (name, play) => {
  const tickets = async (declaration: object) => {
    const service = createTicketService();
    const turn = createGuard({ retry: false }).startTurn();
    const isKeyed = 'idempotency' in declaration;
    const create = {
      name: 'create_ticket',
      run: (args: unknown, key: string | null) => service.create(args, isKeyed ? key : null),
      declaration: { ...TICKET_DECLARATION, ...declaration },
    };
    const next = (attempt: number) => ({ tool: 'create_ticket', args: ticketArguments(attempt) });
    return { service, turn, ...(await play(turn, { tools: [create], next })) };
  };

  test('the ticket turn ends at three tickets, and the next model call has no tools', async () => {
    const { service, turn, asked, output } = await tickets({});
    expect(service.tickets.size).toBe(3);
    expect(asked.map(({ hasTools }) => hasTools)).toEqual([true, true, true, false]);
    expect(asked[2]?.lastResult).toMatch(
      /second call to create_ticket for the same purpose .* may have succeeded/,
    );
    expect(asked[3]?.lastResult).toMatch(/may have succeeded; do not retry/);
    expect(output).toBe(LAST_WORDS);
    expect(turn.state().stop?.reason).toBe('repeated_call');
  });

  test('with the idempotency key it is one ticket', async () => {
    const { service } = await tickets({ idempotency: 'key' });
    expect([service.requests(), service.tickets.size]).toEqual([3, 1]);
  });

  test('the search turn ends at three steps with repeated_call', async () => {
    const turn = createGuard({ mode: 'terminate' }).startTurn();
    const next = () => ({ tool: 'search_orders', args: SEARCH_ARGUMENTS });
    const { asked } = await play(turn, { tools: [{ name: 'search_orders', run: () => [] }], next });
    expect(asked).toHaveLength(3);
    expect(asked[2]?.lastResult).toContain('second identical call');
    expect(turn.state()).toMatchObject({
      calls: 3,
      stop: { reason: 'repeated_call', result: { attempts: 3 } },
    });
    // What the last model call used is reported before the next one, which there is none of.
    const steps = WITHOUT_USAGE.test(name) ? 0 : 2;
    expect(turn.state().sessionTokens).toBeGreaterThanOrEqual(
      steps * (TOKENS.input + TOKENS.output),
    );
  });

  test.each([
    [BARE_FAULT, 3, 'repeated_call'],
    [ACTIONABLE_FAULT, 3, undefined],
  ])('the resize that answers "%s" takes %i calls', async (fault, calls, reason) => {
    const cloud = createCloud(fault);
    const turn = createGuard().startTurn();
    const tools = [
      { name: 'resize_instance', run: () => cloud.resize() },
      { name: 'stop_instance', run: () => cloud.stop() },
    ];
    await play(turn, { tools, next: (_, last) => nextResizeCall(last) });
    expect(cloud.calls).toHaveLength(calls);
    expect(turn.state().stop?.reason).toBe(reason);
  });
});
