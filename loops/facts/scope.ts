import type { Declarations } from '@loopscope/signature';

import { Asked } from './asked.ts';
import type { Call } from '../call.ts';
import { isWrite } from './effect.ts';
import { answerOf, familyOf, isFailure, isRepeat, rejecterOf } from './fact.ts';
import type { Excuse, Fact, Relation, Step } from './fact.ts';
import { isSameAnswer, isSameInOtherWords, showsAnotherPicture } from './likeness.ts';
import { isPause, isTalk } from './pauses.ts';
import { isReshaped } from './reshaping.ts';
import { Said } from './said.ts';
import { isRefusal, isSameRefusal } from './says.ts';
import { differOnlyInPassing } from './veil.ts';

/** The same question with the same answer. */
export interface Streak {
  facts: Fact[];
  /** The first call that got another answer without anything having been written since: the streak was a wait. */
  endedBy: Fact | null;
}

/** What one agent has done. */
interface Agent {
  calls: number;
  /** The model answer that its last call belongs to. */
  step: Step;
  tools: Map<string, ToolUse>;
}

/** What one agent has asked of one tool. */
interface ToolUse {
  id: number;
  name: string;
  /** Arguments that are declared to say nothing. */
  volatile: readonly string[];
  /** All calls, in order. */
  facts: Fact[];
  questions: Map<string, Question>;
}

/** What is known of one question: a tool with one identity. */
interface Question {
  last: Fact;
  /** The streak that each answer belongs to; null as long as it was asked once. */
  streaks: Map<string, Streak> | null;
  /** Streaks of failures that no success has ended. */
  failing: Streak[];
  /** The calls that got the latest other answers. */
  others: Fact[];
}

/** What one user turn of one session has brought so far: the reach within which a repeat means anything. */
export interface Scope {
  facts: Fact[];
  /** Of questions that were asked more than once. */
  streaks: Streak[];
  agents: Map<string, Agent>;
  tools: ToolUse[];
  /** Failures by who turned the call down, whoever called. */
  failures: Map<string, number>;
  questions: number;
  declarations: Declarations;
}

export function createScope(declarations: Declarations): Scope {
  return {
    facts: [],
    streaks: [],
    agents: new Map(),
    tools: [],
    failures: new Map(),
    questions: 0,
    declarations,
  };
}

/** Adds a call: constant time beside its own text. */
export function observe(scope: Scope, call: Call): void {
  const agent = agentOf(scope, call);
  const use = useOf(scope, agent, call);
  const fact = factOf(scope, agent, use, call);
  agent.calls += 1;
  const question = call.identity === null ? undefined : questionOf(use, fact);
  if (question !== undefined) {
    fact.before = question.last;
    fact.question = question.last.question;
    fact.excuse = excuseOf(scope.facts.at(-1), question.last);
  }
  scope.facts.push(fact);
  use.facts.push(fact);
  if (isFailure(fact)) {
    const rejecter = rejecterOf(call);
    scope.failures.set(rejecter, (scope.failures.get(rejecter) ?? 0) + 1);
  }
  if (question !== undefined) askAgain(scope, question, fact);
  else if (call.identity !== null) {
    fact.question = scope.questions;
    const opened: Question = { last: fact, streaks: null, failing: [], others: [] };
    use.questions.set(call.identity, opened);
    const form = formUnderOtherIds(fact.asked);
    if (form !== null) use.questions.set(form, opened);
    scope.questions += 1;
  }
  count(fact);
}

/** The question that was asked with the same identity, or just before in another form with the same answer. */
function questionOf(use: ToolUse, fact: Fact): Question | undefined {
  const { identity } = fact.call;
  if (identity === null) return undefined;
  const known = use.questions.get(identity) ?? askedUnderOtherIds(use, fact);
  const last = use.facts.at(-1);
  if (known !== undefined || last === undefined || last.call.identity === null) return known;
  if (last.answer === '' || last.answer !== fact.answer) return undefined;
  if (!isReshaped(last, fact)) return undefined;
  const asked = use.questions.get(last.call.identity);
  if (asked !== undefined) use.questions.set(identity, asked);
  return asked;
}

/** So many words are no mere state, which any request may be in. */
const MIN_TOLD = 5;

/** The question that was asked in the same arguments but for what belongs to the exchange; by them it is found again. */
function askedUnderOtherIds({ questions }: ToolUse, fact: Fact): Question | undefined {
  const form = formUnderOtherIds(fact.asked);
  const asked = form === null ? undefined : questions.get(form);
  if (asked === undefined || fact.asked.holdsExchange === 'yes') return asked;
  if (fact.call.effect !== 'read') return undefined;
  return asked.last.answer === fact.answer && fact.said.tells(MIN_TOLD) ? asked : undefined;
}

/** No identity looks like it. Null where nothing belongs to the exchange. */
function formUnderOtherIds(asked: Asked): string | null {
  if (asked.holdsExchange === 'no') return null;
  const form = asked.plainForm;
  return form === null ? null : `asked ${form}`;
}

/** The call as if it were the first to ask its question. */
function factOf(scope: Scope, agent: Agent, use: ToolUse, call: Call): Fact {
  const family = familyOf(call);
  const last = scope.facts.at(-1);
  const at = scope.facts.length;
  const { asked, said } = textOf(call, use);
  return {
    call,
    failed: call.outcome === 'error',
    asked,
    said,
    at,
    nth: agent.calls,
    question: -1 - at,
    toolId: use.id,
    answer: answerOf(call, family),
    family,
    before: null,
    relation: 'first',
    excuse: 'none',
    step: stepOf(agent, call),
    writes: last?.writes ?? 0,
    maybeWrites: last?.maybeWrites ?? 0,
    progress: last?.progress ?? 0,
  };
}

/** Equal texts of one tool are read once. */
function textOf({ text }: Call, { facts, volatile }: ToolUse): Pick<Fact, 'asked' | 'said'> {
  const last = facts.at(-1);
  const before = last?.call.text;
  const isSaidAgain =
    before !== undefined &&
    before.result === text?.result &&
    before.resultLength === text.resultLength;
  return {
    asked:
      last !== undefined && before !== undefined && before.args === text?.args
        ? last.asked
        : new Asked(text, volatile),
    said: last !== undefined && isSaidAgain ? last.said : new Said(text),
  };
}

function agentOf(scope: Scope, { agent: name, step }: Call): Agent {
  let agent = scope.agents.get(name);
  if (agent === undefined) {
    agent = { calls: 0, step: { number: step, news: 0 }, tools: new Map() };
    scope.agents.set(name, agent);
  }
  return agent;
}

function useOf(scope: Scope, { tools }: Agent, { tool }: Call): ToolUse {
  let use = tools.get(tool);
  if (use === undefined) {
    const volatile = scope.declarations.get(tool)?.volatile ?? [];
    use = { id: scope.tools.length, name: tool, volatile, facts: [], questions: new Map() };
    tools.set(tool, use);
    scope.tools.push(use);
  }
  return use;
}

/** The calls of one model answer come one after the other, those of other agents aside. */
function stepOf(agent: Agent, { step }: Call): Step {
  if (agent.step.number !== step) agent.step = { number: step, news: 0 };
  return agent.step;
}

/** What has happened between the same question asked before and the last call. */
function excuseOf(last: Fact | undefined, before: Fact | null): Excuse {
  if (before === null || last === undefined) return 'none';
  if (last.writes > before.writes) return 'write';
  if (last.maybeWrites > before.maybeWrites) return 'maybe_write';
  return last.progress > before.progress ? 'progress' : 'none';
}

function askAgain(scope: Scope, question: Question, fact: Fact): void {
  const { last } = question;
  // What was not recorded neither repeats an answer nor brings another.
  if (fact.answer === '' && last.answer !== '') {
    fact.relation = 'unknown';
    return;
  }
  question.streaks ??= new Map([[last.answer, startStreak(scope, question, last)]]);
  const { streaks } = question;
  fact.relation = relate(streaks, last, fact);
  let like = last;
  if (fact.relation === 'news' && !isFailure(fact)) {
    const earlier = answeredBefore(question, fact);
    if (earlier !== undefined) {
      fact.relation = 'same';
      like = earlier;
    }
  }
  const streak =
    streaks.get(fact.answer) ?? (isRepeat(fact) ? streaks.get(like.answer) : undefined);
  if (streak === undefined) {
    if (fact.relation === 'news') endWait(question, streaks, fact);
    streaks.set(fact.answer, startStreak(scope, question, fact));
  } else {
    streak.facts.push(fact);
    streaks.set(fact.answer, streak);
    if (fact.relation === 'same') fact.answer = streak.facts[0]?.answer ?? fact.answer;
  }
  if (fact.answer !== last.answer && !isFailure(last)) keepOther(question, last);
  question.last = fact;
}

/** The same answer in passing, before the last one. */
function answeredBefore({ others }: Question, fact: Fact): Fact | undefined {
  return others.find(
    (other) => differOnlyInPassing(other, fact) && !showsAnotherPicture(other, fact),
  );
}

function keepOther(question: Question, fact: Fact): void {
  const others = question.others.filter(({ answer }) => answer !== fact.answer);
  question.others = [fact, ...others.slice(0, OTHERS - 1)];
}

/** So many answers before the last are looked at for one that differs in passing only: what is switched on and off has two. */
const OTHERS = 2;

/** Compares with everything that this question has answered in the scope. */
function relate(streaks: ReadonlyMap<string, Streak>, last: Fact, fact: Fact): Relation {
  if (fact.answer === '') return 'unknown';
  if (showsAnotherPicture(last, fact)) return 'news';
  if (streaks.has(fact.answer)) return 'same';
  if (isFailure(fact) && isFailure(last)) return isSameFailure(last, fact) ? 'same' : 'news';
  if (isFailure(fact) || isFailure(last)) return 'news';
  if (isSameAnswer(last, fact) || isSameRefusal(last.said.text, fact.said.text)) return 'same';
  const isReworded = last.relation === 'near';
  return isSameInOtherWords(last, fact, isReworded) ? 'near' : 'news';
}

/** Two failures of one class whose messages differ in passing; what moves in a refusal is how often it was given. */
function isSameFailure(last: Fact, { call, said }: Fact): boolean {
  if (last.call.errorClass !== call.errorClass) return false;
  if (differOnlyInPassing(last, { said })) return true;
  if (isSameRefusal(last.said.text, said.text)) return true;
  return last.call.errorTemplate === call.errorTemplate && isRefusal(said.text);
}

function startStreak(scope: Scope, question: Question, fact: Fact): Streak {
  const streak: Streak = { facts: [fact], endedBy: null };
  scope.streaks.push(streak);
  if (isFailure(fact)) question.failing.push(streak);
  return streak;
}

/** A new answer ends the wait for it; a failure is no answer, and after a known write the answer is that to the write. */
function endWait(question: Question, streaks: ReadonlyMap<string, Streak>, fact: Fact): void {
  if (isFailure(fact) || fact.excuse === 'write') return;
  const waited = streaks.get(question.last.answer);
  if (waited !== undefined && fact.excuse !== 'maybe_write') waited.endedBy ??= fact;
  for (const streak of question.failing) streak.endedBy ??= fact;
  question.failing = [];
}

function count(fact: Fact): void {
  const isNew = fact.relation === 'first' || fact.relation === 'news';
  if (!isNew || isFailure(fact)) return;
  if (isWrite(fact.call)) fact.writes += 1;
  const mayBeWrite = fact.call.effect === 'unknown' && fact.relation === 'first';
  if (mayBeWrite && !isPause(fact) && !isTalk(fact)) fact.maybeWrites += 1;
  if (fact.relation === 'news') fact.progress += 1;
  fact.step.news += 1;
}
