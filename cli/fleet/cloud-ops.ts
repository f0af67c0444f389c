import type { Agent, Scene } from './agent.ts';
import type { Random } from './random.ts';
import { done, failed, ScriptWriter, type Script } from './script.ts';

/** Runs machines: lists, resizes, deploys and scales them. */
export const cloudOps: Agent = {
  name: 'cloud-ops',
  tools: {
    list_instances: {
      identity: ['fleet', 'cursor'],
      effect: 'read',
      result: { list: 'instances', id: 'instance_id' },
    },
    describe_instance: { identity: ['instance_id'], effect: 'read' },
    stop_instance: { identity: ['instance_id'], effect: 'write' },
    start_instance: { identity: ['instance_id'], effect: 'write' },
    resize_instance: { identity: ['instance_id', 'new_machine_type'], effect: 'write' },
    deploy: { identity: ['service', 'version'], volatile: ['requested_at'], effect: 'write' },
    get_deployment: { identity: ['deployment_id'], effect: 'read' },
    set_replicas: { identity: ['service', 'replicas'], effect: 'write' },
    get_metrics: { identity: ['service'], volatile: ['at'], effect: 'read' },
    queue_depth: {
      identity: ['queue'],
      effect: 'read',
      exempt: { owner: 'ops', reason: 'polls a queue', expires: '2099-12-31' },
    },
  },
  healthy: [
    { name: 'resizes an instance', weight: 14, play: resize },
    { name: 'pages through a fleet', weight: 10, play: pageThrough },
    { name: 'looks at metrics', weight: 14, play: metrics },
    { name: 'restarts a batch', weight: 6, play: restartBatch },
    { name: 'deploys', weight: 8, play: deploy },
  ],
  patient: [
    { name: 'waits for a deployment', weight: 2, play: waitForDeployment },
    { name: 'watches a queue drain', weight: 1, play: watchQueue },
  ],
  looping: [
    { name: 'resizes a running instance', weight: 1, play: fortyResizes },
    { name: 'scales up and down', weight: 1, play: oscillation },
  ],
};

const SERVICES = ['checkout-api', 'search', 'billing', 'mailer', 'catalogue'] as const;
const TYPES = ['medium', 'large', 'xlarge'] as const;

function instance(random: Random): string {
  return `i-0${random.hex(8)}`;
}

function resize({ random, habit }: Scene): Script {
  const instance_id = instance(random);
  const type = random.pick(TYPES);
  const state = (name: string) => ({ instance_id, state: name });
  return new ScriptWriter(`Move ${instance_id} to a ${type} machine.`, habit)
    .ask(
      done(
        'stop_instance',
        { instance_id },
        { result: state('stopped'), ms: random.between(4000, 9000) },
      ),
    )
    .ask(
      done(
        'resize_instance',
        { instance_id, new_machine_type: type },
        {
          result: { ...state('stopped'), machine_type: type },
          ms: random.between(900, 2500),
        },
      ),
    )
    .ask(
      done(
        'start_instance',
        { instance_id },
        { result: state('running'), ms: random.between(4000, 9000) },
      ),
    )
    .answer(`${instance_id} runs on a ${type} machine.`);
}

/** The cursor moves forward: each page is another question. */
function pageThrough({ random, habit }: Scene): Script {
  const fleet = random.pick(SERVICES);
  const pages = random.between(3, 6);
  const script = new ScriptWriter(`How many machines does ${fleet} have?`, habit);
  for (let page = 0; page < pages; page += 1) {
    const instances = Array.from({ length: 8 }, () => ({
      instance_id: instance(random),
      state: 'running',
    }));
    const next = page + 1 < pages ? `page-${page + 2}` : null;
    script.ask(
      done(
        'list_instances',
        { fleet, cursor: page === 0 ? null : `page-${page + 1}` },
        {
          result: { instances, next },
          ms: random.between(150, 400),
        },
      ),
    );
  }
  return script.answer(`${fleet} has ${pages * 8} machines.`);
}

function metrics({ random, habit }: Scene): Script {
  const service = random.pick(SERVICES);
  return new ScriptWriter(`Is ${service} healthy?`, habit)
    .ask([
      measured(random, service, random.between(20, 70)),
      done(
        'list_instances',
        { fleet: service, cursor: null },
        {
          result: { instances: [{ instance_id: instance(random), state: 'running' }], next: null },
          ms: random.between(150, 400),
        },
      ),
    ])
    .answer(`${service} is healthy.`);
}

/** Six machines one after the other: the same two calls, each time for another machine. */
function restartBatch({ random, habit }: Scene): Script {
  const script = new ScriptWriter('Restart the workers one by one.', habit);
  for (let index = 0; index < 6; index += 1) {
    const instance_id = instance(random);
    script
      .ask(
        done(
          'stop_instance',
          { instance_id },
          { result: { instance_id, state: 'stopped' }, ms: 2400 },
        ),
      )
      .ask(
        done(
          'start_instance',
          { instance_id },
          { result: { instance_id, state: 'running' }, ms: 3100 },
        ),
      );
  }
  return script.answer('All six workers have been restarted.');
}

function deploy({ random, habit }: Scene): Script {
  const service = random.pick(SERVICES);
  const id = `d-${random.hex(6)}`;
  return new ScriptWriter(`Deploy the latest ${service}.`, habit)
    .ask(
      done(
        'deploy',
        { service, version: `1.${random.between(10, 99)}.0`, requested_at: random.hex(8) },
        {
          result: { deployment_id: id, state: 'done' },
          ms: random.between(9000, 16_000),
        },
      ),
    )
    .ask(measured(random, service, random.between(20, 60)))
    .answer(`${service} is deployed.`);
}

/** Polls a deployment that makes progress until it is done. */
function waitForDeployment({ random, habit }: Scene): Script {
  const service = random.pick(SERVICES);
  const deployment_id = `d-${random.hex(6)}`;
  const script = new ScriptWriter(`Deploy ${service} and tell me when it is up.`, habit).ask(
    done(
      'deploy',
      { service, version: `1.${random.between(10, 99)}.0` },
      {
        result: { deployment_id, state: 'started' },
        ms: 1200,
      },
    ),
  );
  for (const ready of [0, 2, 5, 9, 12]) {
    script.ask(
      done(
        'get_deployment',
        { deployment_id },
        {
          result: { deployment_id, state: ready < 12 ? 'rolling' : 'done', ready, wanted: 12 },
          ms: random.between(120, 260),
        },
      ),
    );
  }
  return script.answer(`${service} is up with twelve instances.`);
}

/** A tool that is exempt by name: it tells a different number every time. */
function watchQueue({ random, habit }: Scene): Script {
  const script = new ScriptWriter('Tell me when the mail queue is empty.', habit);
  for (const depth of [830, 412, 77, 0]) {
    script.ask(
      done(
        'queue_depth',
        { queue: 'mail' },
        { result: { queue: 'mail', depth }, ms: random.between(30, 60) },
      ),
    );
  }
  return script.answer('The mail queue is empty.');
}

/** A machine that runs cannot be resized, and the error does not say so. */
export function fortyResizes({ habit }: Scene): Script {
  const script = new ScriptWriter(
    'Resize the checkout-api fleet to a larger machine type.',
    habit,
  ).ask(
    done(
      'list_instances',
      { fleet: 'checkout-api', cursor: null },
      {
        result: { instances: [{ instance_id: 'i-0abc41d7', state: 'running' }], next: null },
        ms: 240,
      },
    ),
  );
  for (let step = 0; step < 40; step += 1) {
    script.ask(
      failed(
        'resize_instance',
        { instance_id: 'i-0abc41d7', new_machine_type: 'large' },
        {
          type: 'tool_error',
          message: 'invalid state',
          ms: 310,
          result: '{"error":"invalid state"}',
        },
      ),
    );
  }
  return script.cutOff('max_steps');
}

/** Up, too much; down, too little: eight laps of the same two decisions. */
export function oscillation({ random, habit }: Scene): Script {
  const script = new ScriptWriter('Keep checkout-api between 40 and 60 percent load.', habit);
  for (let lap = 0; lap < 8; lap += 1) {
    for (const [replicas, load] of [
      [4, 34],
      [3, 67],
    ] as const) {
      script
        .ask(
          done(
            'set_replicas',
            { service: 'checkout-api', replicas },
            {
              result: { service: 'checkout-api', replicas },
              ms: 820,
            },
          ),
        )
        .ask(measured(random, 'checkout-api', load));
    }
  }
  return script.cutOff('max_steps');
}

function measured(random: Random, service: string, load: number) {
  return done(
    'get_metrics',
    { service, at: random.hex(6) },
    {
      result: { service, load_percent: load },
      ms: random.between(80, 160),
    },
  );
}
