import type { Agent } from './agent.ts';
import { cloudOps } from './cloud-ops.ts';
import { coding } from './coding.ts';
import type { Random } from './random.ts';
import type { ModelHabit } from './script.ts';
import { support } from './support.ts';

const HOUR_MS = 3_600_000;

/** One version of an agent, and from when it runs. */
export interface Release {
  agent: Agent;
  version: string;
  /** Version of its system prompt. */
  prompt: string;
  model: string;
  /** Hours before the end of the day that is told of. */
  hoursBeforeEnd: number;
  /** Share of turns that loop by themselves; the incidents of the plan come on top. */
  loopShare: number;
}

/** The last release of support brings a prompt that no longer says how to search. */
export const RELEASES: readonly Release[] = [
  {
    agent: support,
    version: '2.3.0',
    prompt: 'p41',
    model: 'claude-sonnet-4-5',
    hoursBeforeEnd: 24,
    loopShare: 0,
  },
  {
    agent: support,
    version: '2.3.1',
    prompt: 'p42',
    model: 'claude-opus-4-5',
    hoursBeforeEnd: 6,
    loopShare: 0.13,
  },
  {
    agent: coding,
    version: '0.9.2',
    prompt: 'p7',
    model: 'gpt-5-codex',
    hoursBeforeEnd: 24,
    loopShare: 0,
  },
  {
    agent: coding,
    version: '0.9.3',
    prompt: 'p8',
    model: 'gpt-5-codex',
    hoursBeforeEnd: 14,
    loopShare: 0,
  },
  {
    agent: cloudOps,
    version: '1.4.0',
    prompt: 'p19',
    model: 'gemini-2.5-pro',
    hoursBeforeEnd: 24,
    loopShare: 0,
  },
];

/** Share of the traffic by agent. */
const SHARES: readonly (readonly [Agent, number])[] = [
  [support, 0.55],
  [coding, 0.25],
  [cloudOps, 0.2],
];

/** When the last release of support came out, in hours before the end of the day. */
export const RELEASE_HOURS_BEFORE_END = 6;

export function drawAgent(random: Random): Agent {
  let left = random.next();
  for (const [agent, share] of SHARES) {
    left -= share;
    if (left < 0) return agent;
  }
  return support;
}

/** The release of an agent that runs at a time. */
export function releaseAt(agent: Agent, atMs: number, endMs: number): Release {
  const running = RELEASES.findLast(
    (release) => release.agent === agent && atMs >= endMs - release.hoursBeforeEnd * HOUR_MS,
  );
  const first = running ?? RELEASES.find((release) => release.agent === agent);
  if (first === undefined) throw new Error(`${agent.name} has no release`);
  return first;
}

/** How long the model of a release takes, and what its context weighs. */
export function habitOf({ agent }: Release, random: Random): ModelHabit {
  if (agent === coding) {
    return { promptTokens: 6200, answerMs: () => random.between(2500, 7000), isCached: true };
  }
  const promptTokens = agent === support ? 1400 : 2100;
  return { promptTokens, answerMs: () => random.between(1400, 3200), isCached: agent === cloudOps };
}
