import type { Agent, Scene } from './agent.ts';
import type { Random } from './random.ts';
import { done, failed, ScriptWriter, type ScriptedCall } from './script.ts';
import { customer, orderId, rejectedStatus, search, STATUSES } from './support-calls.ts';
import {
  emptySearches,
  enumGuessing,
  flakyShipment,
  reverification,
  rewordedSearches,
} from './support-incidents.ts';

/** Answers customers of a shop: orders, shipments, refunds, tickets. */
export const support: Agent = {
  name: 'support',
  tools: {
    search_orders: {
      identity: ['customer_id', 'status'],
      effect: 'read',
      result: { id: 'order_id' },
    },
    get_order: { identity: ['order_id'], effect: 'read' },
    get_shipment: { identity: ['order_id'], effect: 'read' },
    get_refund: { identity: ['order_id'], effect: 'read' },
    refund_order: { identity: ['order_id'], effect: 'write' },
    create_ticket: { identity: ['customer_id', 'order_id'], effect: 'write' },
    send_reply: { identity: ['customer_id', 'text'], volatile: ['request_id'], effect: 'write' },
  },
  healthy: [
    { name: 'where is my order', weight: 30, play: whereIsMyOrder },
    { name: 'refund', weight: 18, play: refund },
    { name: 'ticket', weight: 12, play: ticket },
    { name: 'small talk', weight: 6, play: smallTalk },
    { name: 'shipment answers at the second try', weight: 6, play: retriedShipment },
    { name: 'twelve orders of one company', weight: 4, play: twelveOrders },
    { name: 'wrong status, corrected', weight: 6, play: correctedStatus },
  ],
  patient: [{ name: 'waits for a refund to settle', weight: 1, play: refundSettles }],
  looping: [
    { name: 'reworded searches', weight: 14, play: rewordedSearches },
    { name: 'the same empty search', weight: 3, play: emptySearches },
    { name: 'guesses an enum value', weight: 2, play: enumGuessing },
    { name: 'retries a flaky shipment service', weight: 1, play: flakyShipment },
    { name: 'checks once more', weight: 2, play: reverification },
  ],
};

const ITEMS = ['boots', 'a rain jacket', 'a tent', 'two mugs', 'a head torch', 'socks'] as const;

function order(random: Random, id = orderId(random)) {
  return {
    order_id: id,
    status: random.pick(STATUSES),
    item: random.pick(ITEMS),
    total: random.between(1200, 24_000) / 100,
  };
}

function whereIsMyOrder({ random, habit }: Scene) {
  const who = customer(random);
  const found = order(random);
  const carrier = random.pick(['DHL', 'UPS', 'GLS']);
  return new ScriptWriter(`Where is my order? I ordered ${found.item}.`, habit)
    .ask(search(random, { customer_id: who, status: 'shipped' }, [found]))
    .ask([
      shipment(random, found.order_id, {
        carrier,
        stage: 'in transit',
        eta_days: random.between(1, 4),
      }),
      done(
        'get_order',
        { order_id: found.order_id },
        { result: found, ms: random.between(60, 180) },
      ),
    ])
    .answer(`Your order ${found.order_id} is with ${carrier} and on its way.`);
}

function refund({ random, habit }: Scene) {
  const found = { ...order(random), status: 'delivered' };
  const { order_id } = found;
  return new ScriptWriter(
    `I sent ${found.item} back and want a refund for order ${order_id}.`,
    habit,
  )
    .ask(done('get_order', { order_id }, { result: found, ms: random.between(60, 180) }))
    .ask(
      done(
        'refund_order',
        { order_id, reason: 'returned by the customer' },
        {
          result: { refund_id: `re_${random.hex(8)}`, amount: found.total, state: 'booked' },
          ms: random.between(300, 900),
        },
      ),
    )
    .answer(`I have refunded ${found.total} for order ${order_id}.`);
}

function ticket({ random, habit }: Scene) {
  const who = customer(random);
  const id = orderId(random);
  return new ScriptWriter(`Order ${id} arrived broken.`, habit)
    .ask(
      done(
        'get_order',
        { order_id: id },
        { result: order(random, id), ms: random.between(60, 180) },
      ),
    )
    .ask(
      done(
        'create_ticket',
        { customer_id: who, order_id: id, summary: 'Arrived broken, wants a replacement' },
        {
          result: { ticket_id: `t_${random.between(10_000, 99_999)}` },
          ms: random.between(400, 1500),
        },
      ),
    )
    .answer('I have opened a ticket; a colleague will write to you today.');
}

function smallTalk({ habit }: Scene) {
  return new ScriptWriter('Are you open on Sunday?', habit).answer('We are, from ten to four.');
}

/** The first try fails in a way that passes, the second one succeeds: two keys of one attempt each. */
function retriedShipment({ random, habit }: Scene) {
  const id = orderId(random);
  return new ScriptWriter(`Has order ${id} left your warehouse?`, habit)
    .ask(
      failed(
        'get_shipment',
        { order_id: id },
        {
          type: '503',
          message: 'get_shipment failed: upstream returned 503 (attempt took 2.1s).',
          ms: 2100,
        },
      ),
    )
    .ask(shipment(random, id, { carrier: 'DHL', stage: 'left the warehouse' }))
    .answer('It left the warehouse this morning.');
}

/** A bulk job: twelve calls of one tool, each of another order. */
function twelveOrders({ random, habit }: Scene) {
  const ids = Array.from({ length: 12 }, () => orderId(random));
  const script = new ScriptWriter(`Please give me the status of ${ids.join(', ')}.`, habit);
  for (let index = 0; index < ids.length; index += 4) {
    script.ask(
      ids
        .slice(index, index + 4)
        .map((id) =>
          done(
            'get_order',
            { order_id: id },
            { result: order(random, id), ms: random.between(60, 240) },
          ),
        ),
    );
  }
  return script.answer('Here is the list of your twelve orders.');
}

function correctedStatus({ random, habit }: Scene) {
  const who = customer(random);
  return new ScriptWriter('Which of my parcels are on their way?', habit)
    .ask(rejectedStatus(random, who, 'in transit'))
    .ask(search(random, { customer_id: who, status: 'shipped' }, [order(random), order(random)]))
    .answer('Two of your parcels are on their way.');
}

/** Polls: the answer changes, so nothing is wrong with it. */
function refundSettles({ random, habit }: Scene) {
  const id = orderId(random);
  const script = new ScriptWriter(`Tell me when the refund of order ${id} is through.`, habit);
  for (const percent of [20, 45, 80, 100]) {
    script.ask(
      done(
        'get_refund',
        { order_id: id },
        {
          result: { order_id: id, state: percent < 100 ? 'pending' : 'settled', progress: percent },
          ms: random.between(90, 200),
        },
      ),
    );
  }
  return script.answer('The refund is through.');
}

function shipment(random: Random, id: string, state: Record<string, unknown>): ScriptedCall {
  const result = { order_id: id, ...state };
  return done('get_shipment', { order_id: id }, { result, ms: random.between(150, 700) });
}
