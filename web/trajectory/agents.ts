/** Which agent a step belongs to: steps -> depth below the turn's own agent. */
import type { AgentStep, Step } from '@loopscope/api/contract';

export interface SubAgent {
  step: AgentStep;
  /** 1: called by the turn's agent. */
  depth: number;
  calls: number;
}

export interface AgentTree {
  /** By `seq`; 0 for the turn's own agent and its steps. */
  depths: ReadonlyMap<number, number>;
  /** By `seq` of the agent step. */
  subAgents: ReadonlyMap<number, SubAgent>;
}

export function findAgents(steps: readonly Step[]): AgentTree {
  const bySpan = new Map(steps.map((step) => [step.span_id, step]));
  const owners = new Map<number, AgentStep>();
  const open: AgentStep[] = [];
  for (const step of steps) {
    while (isOver(open.at(-1), step)) open.pop();
    const owner = ancestorAgent(step, bySpan) ?? open.findLast((agent) => holds(agent, step));
    if (owner !== undefined) owners.set(step.seq, owner);
    if (step.kind === 'agent') open.push(step);
  }
  return measureTree(steps, owners);
}

const endOf = (step: Step): number => step.offset_ms + step.duration_ms;

function isOver(agent: AgentStep | undefined, step: Step): boolean {
  return agent !== undefined && endOf(agent) < step.offset_ms;
}

function holds(agent: AgentStep, step: Step): boolean {
  return agent.offset_ms <= step.offset_ms && endOf(agent) >= endOf(step);
}

const MOST_ANCESTORS = 100;

/** By the spans' own word; undefined where a span between them is not among the steps. */
function ancestorAgent(step: Step, bySpan: ReadonlyMap<string, Step>): AgentStep | undefined {
  let parent = bySpan.get(step.parent_span_id);
  for (let up = 0; parent !== undefined && up < MOST_ANCESTORS; up++) {
    if (parent.kind === 'agent' && parent !== step) return parent;
    parent = bySpan.get(parent.parent_span_id);
  }
  return undefined;
}

function measureTree(steps: readonly Step[], owners: ReadonlyMap<number, AgentStep>): AgentTree {
  const depths = new Map<number, number>();
  const subAgents = new Map<number, SubAgent>();
  for (const step of steps) {
    const owner = owners.get(step.seq);
    const ownerDepth = owner === undefined ? 0 : (depths.get(owner.seq) ?? 0);
    // Steps of an agent stand on its level; an agent that another called stands one below.
    const depth = step.kind === 'agent' && owner !== undefined ? ownerDepth + 1 : ownerDepth;
    depths.set(step.seq, depth);
    if (step.kind === 'agent' && depth > 0) subAgents.set(step.seq, { step, depth, calls: 0 });
    const called = owner === undefined ? undefined : subAgents.get(owner.seq);
    if (step.kind === 'tool' && called !== undefined) called.calls++;
  }
  return { depths, subAgents };
}
