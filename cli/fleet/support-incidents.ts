import type { Scene } from './agent.ts';
import { done, failed, ScriptWriter, type Script } from './script.ts';
import { customer, orderId, rejectedStatus, search } from './support-calls.ts';

/** Milliseconds after which the ticket service's client gives up. */
const TICKET_TIMEOUT_MS = 30_000;

const SUMMARIES = [
  'Customer has not received refund for returned boots',
  'Refund not received for returned boots - customer following up',
  'Missing refund on order 88214 (returned boots), customer awaiting resolution',
] as const;

/** One ticket written fourteen times: each attempt runs into the client's timeout while the service commits it. */
export function fourteenTickets({ habit }: Scene): Script {
  const script = new ScriptWriter(
    'I returned my boots and the refund never came. Order 88214.',
    habit,
  );
  for (let attempt = 0; attempt < 14; attempt += 1) {
    const summary =
      SUMMARIES[attempt] ?? `${SUMMARIES[attempt % 3]}, reported ${attempt + 1} times`;
    script.ask(
      failed(
        'create_ticket',
        { customer_id: 'c_40912', order_id: '88214', summary },
        {
          type: 'timeout',
          message: `ticket service did not answer within ${TICKET_TIMEOUT_MS} ms`,
          ms: TICKET_TIMEOUT_MS + (attempt % 3),
          result: null,
        },
      ),
    );
  }
  return script.cutOff('request_budget');
}

/** A search that succeeds and finds nothing, forty times: 92 ms each in a run of 96 s. */
export function fortyEmpty(): Script {
  const habit = { promptTokens: 830, answerMs: () => 2308, isCached: false };
  const script = new ScriptWriter('Where is my refund?', habit);
  for (let step = 0; step < 40; step += 1) {
    script.ask(
      done(
        'search_orders',
        { customer_id: 'cus_8123', status: 'refunded' },
        { result: '[]', ms: 92 },
      ),
    );
  }
  return script.cutOff('max_steps');
}

/** The everyday form of it: the same empty search, a few times. */
export function emptySearches({ random, habit }: Scene): Script {
  const args = { customer_id: customer(random), status: 'refunded' };
  const script = new ScriptWriter('Where is my refund?', habit);
  for (let step = random.between(3, 9); step > 0; step -= 1) script.ask(search(random, args, []));
  return script.answer('I cannot see a refund yet. Please ask again tomorrow.');
}

const QUERIES = [
  'boots refund',
  'boots return refund status',
  'refund for returned boots',
  'returned boots money back',
  'boots refund pending',
  'status of refund boots',
  'refund not received boots',
  'boots return',
  'return label boots refund',
  'refund boots order',
  'boots reimbursement',
] as const;

/** The same question in other words, eleven times, and never an answer. */
export function elevenReworded(scene: Scene): Script {
  return reworded(scene, QUERIES.length);
}

/** The everyday form of it: the agent gives up sooner. */
export function rewordedSearches(scene: Scene): Script {
  return reworded(scene, scene.random.between(3, 7));
}

function reworded({ random, habit }: Scene, times: number): Script {
  const who = customer(random);
  const script = new ScriptWriter('Did you get my boots, and where is my money?', habit);
  for (const query of QUERIES.slice(0, times)) {
    script.ask(search(random, { customer_id: who, query }, []));
  }
  return script.answer('I could not find a return of yours. Could you give me the order number?');
}

const GUESSES = [
  'in transit',
  'transit',
  'shipping',
  'in_transit',
  'on the way',
  'underway',
  'dispatched',
  'en route',
  'out for delivery',
  'sent',
  'travelling',
  'pending delivery',
] as const;

/** Looks for a word that the tool does not know; every guess is turned down in the same way. */
export function enumGuessing({ random, habit }: Scene): Script {
  const script = new ScriptWriter('Which of my parcels are on their way?', habit);
  for (const guess of GUESSES) script.ask(rejectedStatus(random, 'cus_8123', guess));
  return script.cutOff('max_steps');
}

const FAULTS = [
  {
    type: '503',
    message: 'get_shipment failed: upstream returned 503 (attempt took 2.1s).',
    ms: 2100,
  },
  {
    type: 'ECONNRESET',
    message: 'get_shipment failed: connection reset (attempt took 5.0s).',
    ms: 5000,
  },
  {
    type: '503',
    message: 'get_shipment failed: upstream returned 503 (attempt took 2.3s).',
    ms: 2300,
  },
] as const;

/** The model does what a retry in the tool should have done. */
export function flakyShipment({ habit }: Scene): Script {
  const script = new ScriptWriter('Has order 4471 left yet?', habit);
  for (const fault of [...FAULTS, ...FAULTS]) {
    script.ask(failed('get_shipment', { order_id: '4471' }, fault));
  }
  return script.answer('I cannot reach the carrier right now; please ask again in an hour.');
}

const ONCE_MORE = [
  "I've refunded the order. Let me confirm the details once more.",
  'The order shows the refund. Let me check the refund itself.',
  'That matches. Let me look at the customer’s other orders.',
  'Nothing unusual there. Let me make sure the order has not changed.',
  'Everything looks correct. Let me do a final check.',
  'All is in order. One last look at the refund.',
] as const;

/** The work is done, and the agent keeps finding one more thing to verify. */
export function reverification({ random, habit }: Scene): Script {
  const id = orderId(random);
  const who = customer(random);
  const refunded = { order_id: id, status: 'refunded', total: 89.9 };
  const booked = { order_id: id, state: 'settled', amount: 89.9 };
  const script = new ScriptWriter(`Please refund order ${id}.`, habit).ask(
    done(
      'refund_order',
      { order_id: id, reason: 'asked by the customer' },
      {
        result: { refund_id: `re_${random.hex(8)}`, amount: 89.9, state: 'booked' },
        ms: 640,
      },
    ),
  );
  for (const [index, text] of ONCE_MORE.entries()) {
    const check = [
      () => done('get_order', { order_id: id }, { result: refunded, ms: 110 }),
      () => done('get_refund', { order_id: id }, { result: booked, ms: 120 }),
      () => search(random, { customer_id: who }, [refunded]),
    ][index % 3];
    if (check !== undefined) script.ask(check(), text);
  }
  return script.cutOff('max_steps');
}
