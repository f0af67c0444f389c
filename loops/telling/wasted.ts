import type { Fact } from '../facts/fact.ts';
import type { Finding } from '../detectors/finding.ts';

/**
 * The calls of a finding that brought nothing: in a ring and between others all but the first to ask each question, of a reading the parts
 * without new lines, else all but the first.
 */
export function wastedOf({ kind, facts, fresh }: Finding): readonly Fact[] {
  if (fresh !== undefined) return facts.filter((fact) => !fresh.has(fact.at));
  if (kind !== 'cycle' && kind !== 'interleaved') return facts.slice(1);
  const asked = new Set<number>();
  return facts.filter(({ question }) => {
    const isAgain = asked.has(question);
    asked.add(question);
    return isAgain;
  });
}
