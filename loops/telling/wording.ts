import { failedEachTime, isSwitching, wereDoneAgain } from './character.ts';
import { dataOf } from '../facts/contents.ts';
import { mayHaveWritten } from '../facts/effect.ts';
import { isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from '../detectors/finding.ts';
import type { LoopKind } from '../loop.ts';
import { wastedOf } from './wasted.ts';

const MAX_NAMED = 3;
const MAX_QUOTED = 120;
/** Characters of a name. */
const MAX_NAME = 80;

/** What a sentence is made of. */
interface Story {
  finding: Finding;
  facts: readonly Fact[];
  first: Fact;
  tool: string;
  times: number;
  /** Such as " for the same customer_id"; empty where the arguments move. */
  same: string;
}

const SENTENCES: Readonly<Record<LoopKind, (story: Story) => string>> = {
  exact: (story) => repeated(story),
  interleaved: (story) =>
    questionsOf(story.facts) > 1
      ? `${ringOf(story.facts)} were asked again in changing order: ${story.times} calls, each question with the same answer`
      : `${repeated(story)}, with other calls between`,
  batch: ({ tool, times, same }) => `${tool} was called ${times} times at once${same}`,
  duplicate_dispatch: ({ tool, times, same }) =>
    `${tool} was sent ${times} times at the same time${same}`,
  cycle: ({ facts }) =>
    `${ringOf(facts)} came round ${lapsOf(facts)} times with the same ${areFailures(facts) ? 'errors' : 'answers'}`,
  stagnant: ({ facts, tool, times, same }) =>
    isSwitching(facts)
      ? `${tool} gave now the one, now the other of ${answersOf(facts)} answers, ${times} times${same}`
      : `${tool} was asked in ${questionsOf(facts)} ways and ${alternatingAnswers(facts)} ${times} times`,
  empty: ({ facts, first, tool, times, same }) =>
    !facts.every((fact) => foundNothing(fact))
      ? `${tool} said ${times} times that one and the same thing is not there, asked in ${questionsOf(facts)} ways`
      : same === ''
        ? `${tool} found nothing ${times} times, asked in ${questionsOf(facts)} ways`
        : `${tool} returned ${emptyForm(first)} ${times} times${same}`,
  sweep: ({ finding, tool, times }) =>
    `${tool} read on past the whole: of ${times} parts ${wastedOf(finding).length} held nothing new`,
  validation: ({ facts, times }) =>
    `${someOf(toolsOf(facts))} ${toolsOf(facts).length > 1 ? 'were' : 'was'} rejected ${times} times for the same reason${reasonOf(facts)}`,
  denied: ({ facts, tool, times, same }) =>
    `${tool} was refused ${times} times${same}${reasonOf(facts)}`,
  transport: (story) => triedAgain(story),
  noop_write: ({ tool, times, same }) =>
    `${tool} was called ${times} times${same} and changed nothing after the first time`,
  clock_wait: ({ tool, times }) =>
    `${tool} was asked ${times} times and told only what time it was`,
  reverify: ({ tool, times }) =>
    `After ${tool} had succeeded, ${times - 1} more looks at the same thing followed`,
};

/** One sentence that says what happened, with the tools' own names. */
export function summaryOf(finding: Finding): string {
  const { kind, facts } = finding;
  const [first] = facts;
  if (first === undefined) return '';
  const tool = named(first.call.tool);
  const same = sameArguments(facts);
  const said = SENTENCES[kind]({ finding, facts, first, tool, times: facts.length, same });
  return said.endsWith('\u2026') ? said : `${said}.`;
}

function repeated({ facts, tool, times, same }: Story): string {
  if (areFailures(facts))
    return `${tool} failed ${times} times in the same way${same}${reasonOf(facts)}`;
  if (failedEachTime(facts))
    return `${tool} answered ${times} times with the same failure${same}${reasonOf(facts)}`;
  return wereDoneAgain(facts)
    ? `${tool} was done ${times} times${same}`
    : `${tool} gave the same answer ${times} times${same}`;
}

function areFailures(facts: readonly Fact[]): boolean {
  return facts.every((fact) => isFailure(fact));
}

/** Rewordings may get now the one, now the other of a few answers. */
function alternatingAnswers(facts: readonly Fact[]): string {
  const answers = answersOf(facts);
  const isOneOfFew = answers > 1 && answers * 3 <= facts.length;
  return isOneOfFew ? `gave one of the same ${answers} answers` : 'gave the same answer';
}

function answersOf(facts: readonly Fact[]): number {
  return new Set(facts.map(({ answer }) => answer)).size;
}

/** Whether a result is empty, or says no more than that. */
export function foundNothing({ call, said }: Fact): boolean {
  return call.resultKind === 'empty' || said.saysNothingFound;
}

function triedAgain({ facts, tool, times, same }: Story): string {
  if (!facts.some((fact) => isFailure(fact)))
    return `${tool} was called ${times} times${same}, each time after its answer had been slow; it was done ${times} times`;
  const writes = facts.filter((fact) => mayHaveWritten(fact.call)).length;
  const said = `${tool} was tried ${times} times${same} after faults that pass`;
  return writes > 0 ? `${said}; it may have been done ${writes} times` : said;
}

/** The tools of a ring, or how many different calls of one tool it has. */
export function ringOf(facts: readonly Fact[]): string {
  const tools = toolsOf(facts);
  if (tools.length > 1) return listed(tools);
  const agents = new Set(facts.map(({ call }) => call.agent)).size;
  const members =
    agents > 1 ? `the calls of ${agents} agents to` : `${questionsOf(facts)} different calls of`;
  return `${members} ${named(tools[0] ?? '')}`;
}

/** Such as " for the same customer_id and status"; empty where the arguments move. */
function sameArguments(facts: readonly Fact[]): string {
  if (new Set(facts.map((fact) => fact.question)).size !== 1) return '';
  const fields = sharedFields(facts);
  if (fields.length === 0) return ' for the same arguments';
  if (fields.length > MAX_NAMED) return ` for the same ${fields.length} arguments`;
  return ` for the same ${listed(fields)}`;
}

/** Names of the arguments that are equal in the first and the last call. */
function sharedFields(facts: readonly Fact[]): string[] {
  const first = facts[0]?.asked.members;
  const last = facts.at(-1)?.asked.members;
  if (!first || !last) return [];
  return [...first.keys()].filter(
    (name) => name !== '' && JSON.stringify(first.get(name)) === JSON.stringify(last.get(name)),
  );
}

function emptyForm({ said }: Fact): string {
  const result = said.text.trim();
  return result.length > 0 && result.length <= 20 ? result : 'nothing';
}

function isMask(tag: string): boolean {
  return MASKS.has(tag);
}

/** What templates put for what differs. */
const MASKS = new Set(
  'id q n url email path time duration uuid hex attempt address'
    .split(' ')
    .map((name) => `<${name}>`),
);

/** So many masks leave nothing to read of a message. */
const MANY_MASKS = 3;

/** The message itself where it is the same each time and no data, else what is the same in it, or the first where too little is. */
function reasonOf(facts: readonly Fact[]): string {
  const texts = new Set(facts.map(({ said }) => said.text));
  const [text = ''] = texts;
  const template = facts[0]?.call.errorTemplate ?? '';
  const isMasked = (template.match(/<\w{1,8}>/g)?.length ?? 0) >= MANY_MASKS;
  const isWords = text !== '' && dataOf(text) === undefined;
  const isQuoted = isWords && (texts.size === 1 || isMasked || template === '');
  const reason = (isQuoted ? text : template)
    .slice(0, 4 * MAX_QUOTED)
    .replaceAll(/<[/?!]?[a-z][^>]{0,200}>|<\?[^>]{0,200}>/gi, (tag) => (isMask(tag) ? tag : ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (reason === '') return '';
  const quoted = reason.length > MAX_QUOTED ? `${reason.slice(0, MAX_QUOTED)}\u2026` : reason;
  return `: ${quoted.replace(/[.\s]+$/, '')}`;
}

function questionsOf(facts: readonly Fact[]): number {
  return new Set(facts.map((fact) => fact.question)).size;
}

/** How often most of the questions that come round have come; where the arguments move, a lap has a call of each tool and agent. */
function lapsOf(facts: readonly Fact[]): number {
  if (2 * questionsOf(facts) > facts.length) {
    const members = new Set(facts.map(({ toolId }) => toolId)).size;
    return Math.floor(facts.length / Math.max(1, members));
  }
  const times = new Map<number, number>();
  for (const { question } of facts) times.set(question, (times.get(question) ?? 0) + 1);
  const again = [...times.values()].filter((count) => count > 1).toSorted((a, b) => a - b);
  return again[(again.length - 1) >> 1] ?? 1;
}

export function toolsOf(facts: readonly Fact[]): string[] {
  return [...new Set(facts.map((fact) => fact.call.tool))];
}

/** No more names than a sentence bears. */
function someOf(names: readonly string[]): string {
  if (names.length <= MAX_NAMED) return listed(names);
  return `${names.slice(0, 2).map(named).join(', ')} and ${names.length - 2} more`;
}

/** A name leaves its sentence room, however long it is. */
export function named(name: string): string {
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME).replace(/[\uD800-\uDBFF]$/, '')}\u2026`;
}

function listed(names: readonly string[]): string {
  const told = names.map(named);
  if (told.length < 2) return told.join('');
  return `${told.slice(0, -1).join(', ')} and ${told.at(-1) ?? ''}`;
}
