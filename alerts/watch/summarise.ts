import { writeFact } from '../message/quantity.ts';
import type { Subject } from './subject.ts';

const KINDS_SHOWN = 4;
const FACTS_SHOWN = 4;

/** One sentence: who, where, what was repeated how often; of many it says first what the rule `asks` for. */
export function summarise(subject: Subject, asks: Iterable<string> = []): string {
  const { scope } = subject;
  if (scope === 'session' || scope === 'turn') return summariseCalls(subject);
  if (scope === 'release') {
    const kinds = subject.loopKinds.join(', ');
    const times = plural(fact(subject, 'loops'), 'time');
    return `${subject.agent} ${subject.agentVersion} loops in a way that it did not before: ${kinds}, ${times}`;
  }
  if (scope === 'config') {
    const days = plural(fact(subject, 'days_expired'), 'day');
    return `${subject.id} ended ${days} ago and no longer counts`;
  }
  if (scope === 'guard') return summariseGuard(subject);
  return `${nameOfMany(subject)}: ${listFacts(subject, [...asks])}`;
}

function summariseGuard(subject: Subject): string {
  const { agent, tool } = subject;
  const whose = agent === '' ? 'A guard' : `A guard of ${agent}`;
  const blocks = fact(subject, 'blocks');
  const observed = fact(subject, 'observed_blocks');
  const isOnlyObserved = blocks === 0 && observed > 0;
  const held = isOnlyObserved
    ? `would have held back ${plural(observed, 'call')}`
    : `held back ${plural(blocks, 'call')}`;
  const what = tool === '' ? held : `${held}, the last of ${tool}`;
  const ceilings = fact(subject, 'ceilings_reached');
  const expired = fact(subject, 'expired_ceilings');
  const because = ceilings > 0 ? `; ${ceilings} at a ceiling` : '';
  const lapsed = expired > 0 ? `; ${expired} under a raise that has expired` : '';
  return `${whose} ${what}${because}${lapsed}`;
}

function summariseCalls(subject: Subject): string {
  const { agent, tool, loopKinds, scope } = subject;
  const calls = fact(subject, 'tool_calls');
  const attempts = fact(subject, 'max_attempts');
  const repeats = fact(subject, 'side_effect_repeats');
  const repeated = attempts > 1 ? `; ${tool} attempted ${attempts} times for the same purpose` : '';
  const loops = loopKinds.length > 0 ? ` (${loopKinds.slice(0, KINDS_SHOWN).join(', ')})` : '';
  const effects = repeats > 0 ? `; ${plural(repeats, 'write')} may have been made again` : '';
  const made = `${agent === '' ? 'An agent' : agent} made ${plural(calls, 'tool call')} in one ${scope}`;
  return `${made}, ${fact(subject, 'distinct_signatures')} of them distinct${repeated}${loops}${effects}`;
}

function nameOfMany({ scope, id }: Subject): string {
  if (scope === 'tool') return `The tool ${id}`;
  if (scope === 'fleet') return id === '' ? 'All turns' : `Turns of ${id}`;
  return 'Ingestion';
}

/** What the rule asks for, whatever it is, then the first facts that say something. */
function listFacts({ facts }: Subject, asks: readonly string[]): string {
  const known = (name: string): boolean => (facts[name] ?? null) !== null;
  const asked = asks.filter(known);
  const others = Object.keys(facts).filter(
    (name) => known(name) && facts[name] !== 0 && !asks.includes(name),
  );
  return [...asked, ...others]
    .slice(0, Math.max(FACTS_SHOWN, asked.length))
    .map((name) => writeFact(name, facts[name] ?? 0))
    .join(', ');
}

const fact = ({ facts }: Subject, name: string): number => facts[name] ?? 0;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
