import { objectOf } from './contents.ts';
import { mayHaveWritten } from './effect.ts';
import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';

const MAX_NAMED_FIELDS = 3;
const MAX_QUOTED = 120;

/** One sentence that says what happened, with the tools' own names. */
export function summaryOf({ kind, facts }: Finding): string {
  const [first] = facts;
  if (first === undefined) return '';
  const times = facts.length;
  const { tool } = first.call;
  const same = sameArguments(facts);
  switch (kind) {
    case 'exact':
      return `${tool} gave the same answer ${times} times${same}.`;
    case 'interleaved':
      return `${tool} gave the same answer ${times} times${same}, with other calls between.`;
    case 'batch':
      return `${tool} was called ${times} times at once${same}.`;
    case 'duplicate_dispatch':
      return `${tool} was sent ${times} times at the same time${same}; the model asked once.`;
    case 'cycle':
      return `${listed(toolsOf(facts))} came round ${lapsOf(facts)} times with the same answers.`;
    case 'stagnant':
      return `${tool} was asked in ${questionsOf(facts)} wordings and gave the same answer ${times} times.`;
    case 'empty':
      return same === ''
        ? `${tool} found nothing ${times} times in ${questionsOf(facts)} wordings.`
        : `${tool} returned ${emptyForm(first)} ${times} times${same}.`;
    case 'sweep':
      return `${tool} read one thing on past its end: ${times} parts, many of them read before.`;
    case 'validation':
      return `${tool} was rejected ${times} times for the same reason${reasonOf(first)}.`;
    case 'denied':
      return `${tool} was refused ${times} times${same}${reasonOf(first)}.`;
    case 'transport':
      return transportSummary(facts, first, same);
    case 'noop_write':
      return `${tool} was made ${times} times${same} and changed nothing after the first time.`;
    case 'clock_wait':
      return `${tool} was asked ${times} times and told only what time it was.`;
    case 'reverify':
      return `After ${tool} had succeeded, ${times - 1} more looks at the same thing followed.`;
  }
}

function transportSummary(facts: readonly Fact[], first: Fact, same: string): string {
  const writes = facts.filter((fact) => mayHaveWritten(fact.call)).length;
  const said = `${first.call.tool} was tried ${facts.length} times${same} after faults that pass`;
  return writes > 0 ? `${said}; it may have been done ${writes} times.` : `${said}.`;
}

/** Such as " for the same customer_id and status"; empty where the arguments move. */
function sameArguments(facts: readonly Fact[]): string {
  if (new Set(facts.map((fact) => fact.key)).size !== 1) return '';
  const fields = sharedFields(facts);
  if (fields.length === 0) return ' for the same arguments';
  if (fields.length > MAX_NAMED_FIELDS) return ` for the same ${fields.length} arguments`;
  return ` for the same ${listed(fields)}`;
}

/** Names of the arguments that are equal in the first and the last call. */
function sharedFields(facts: readonly Fact[]): string[] {
  const first = objectOf(facts[0]?.call.text?.args ?? null);
  const last = objectOf(facts.at(-1)?.call.text?.args ?? null);
  if (first === null || last === null) return [];
  return [...first.keys()].filter(
    (name) => name !== '' && JSON.stringify(first.get(name)) === JSON.stringify(last.get(name)),
  );
}

function emptyForm({ call }: Fact): string {
  const result = call.text?.result?.trim() ?? '';
  return result.length > 0 && result.length <= 20 ? result : 'nothing';
}

function reasonOf({ call }: Fact): string {
  const template = call.errorTemplate.trim();
  if (template === '') return '';
  const quoted = template.length > MAX_QUOTED ? `${template.slice(0, MAX_QUOTED)}\u2026` : template;
  return `: ${quoted.replace(/[.\s]+$/, '')}`;
}

function questionsOf(facts: readonly Fact[]): number {
  return new Set(facts.map((fact) => fact.key)).size;
}

function lapsOf(facts: readonly Fact[]): number {
  return Math.floor(facts.length / Math.max(1, questionsOf(facts)));
}

export function toolsOf(facts: readonly Fact[]): string[] {
  return [...new Set(facts.map((fact) => fact.call.tool))];
}

function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
