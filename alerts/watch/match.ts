import type { AlertRule } from '../rule/rule.ts';
import type { Subject } from './subject.ts';

/** Whether a rule is about this subject. Windows are narrowed where they are read. */
export function isAbout({ match }: Pick<AlertRule, 'match'>, subject: Subject): boolean {
  return Object.entries(match).every(([name, values]) => {
    if (name === 'tool') return subject.tools.some((tool) => values.includes(tool));
    return values.includes(VALUE_OF[name]?.(subject) ?? '');
  });
}

const VALUE_OF: Readonly<Record<string, (subject: Subject) => string>> = {
  agent: ({ agent }) => agent,
  model: ({ model }) => model,
  environment: ({ environment }) => environment,
  version: ({ agentVersion }) => agentVersion,
};
