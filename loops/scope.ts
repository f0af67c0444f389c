import type { Call } from './call.ts';
import { isWrite } from './effect.ts';
import { answerOf, familyOf, isFailure, isRepeat, keyOf, toolKeyOf } from './fact.ts';
import type { Counters, Excuse, Fact, Relation } from './fact.ts';
import { append } from './groups.ts';
import { isSameAnswer, isSameInOtherWords } from './likeness.ts';

/** The same question with the same answer. */
export interface Streak {
  facts: Fact[];
  /** The first call that got another answer without anything having been written since: the streak was a wait. */
  endedBy: Fact | null;
}

/** What one user turn of one session has brought so far: the reach within which a repeat means anything. */
export interface Scope {
  facts: Fact[];
  streaks: Streak[];
  /** Calls of one agent to one tool, in order. */
  byTool: Map<string, Fact[]>;
  /** Calls of one model answer that brought something new. */
  newsByStep: Map<number, number>;
  counters: Counters;
  questions: Map<string, Question>;
}

/** What is known of one question: a tool with one identity. */
interface Question {
  last: Fact;
  asked: number;
  /** The streak that each answer belongs to. */
  streaks: Map<string, Streak>;
}

export function createScope(): Scope {
  return {
    facts: [],
    streaks: [],
    byTool: new Map(),
    newsByStep: new Map(),
    counters: { writes: 0, maybeWrites: 0, progress: 0 },
    questions: new Map(),
  };
}

/** Adds a call: constant time beside its own text. */
export function observe(scope: Scope, call: Call): Fact {
  const key = keyOf(call);
  const question = key === '' ? undefined : scope.questions.get(key);
  const answer = answerOf(call);
  const before = question?.last ?? null;
  const fact: Fact = {
    call,
    at: scope.facts.length,
    key,
    toolKey: toolKeyOf(call),
    answer,
    family: familyOf(call),
    before,
    relation: 'first',
    excuse: 'none',
    gap: before === null ? 0 : scope.facts.length - before.at - 1,
    after: scope.counters,
  };
  fact.excuse = excuseOf(scope, before);
  if (question !== undefined) fact.relation = relate(question, fact);
  remember(scope, fact, question);
  count(scope, fact);
  return fact;
}

function excuseOf(scope: Scope, before: Fact | null): Excuse {
  if (before === null) return 'none';
  const { writes, maybeWrites, progress } = scope.counters;
  if (writes > before.after.writes) return 'write';
  if (maybeWrites > before.after.maybeWrites) return 'maybe_write';
  return progress > before.after.progress ? 'progress' : 'none';
}

/** Compares with everything that this question has answered in the scope. */
function relate(question: Question, fact: Fact): Relation {
  if (fact.answer === '') return 'unknown';
  if (question.streaks.has(fact.answer)) return 'same';
  const { last } = question;
  if (isFailure(fact) || isFailure(last)) return 'news';
  if (isSameAnswer(last.call, fact.call)) return 'same';
  const isReworded = last.relation === 'near';
  return isSameInOtherWords(last.call, fact.call, isReworded) ? 'near' : 'news';
}

function remember(scope: Scope, fact: Fact, question: Question | undefined): void {
  scope.facts.push(fact);
  append(scope.byTool, fact.toolKey, fact);
  if (fact.key === '') return;
  if (question === undefined) {
    const streaks = new Map([[fact.answer, startStreak(scope, fact)]]);
    scope.questions.set(fact.key, { last: fact, asked: 1, streaks });
    return;
  }
  const streak = question.streaks.get(fact.answer) ?? streakInOtherWords(question, fact);
  if (streak === undefined) {
    if (fact.relation === 'news') endWait(question, fact);
    question.streaks.set(fact.answer, startStreak(scope, fact));
  } else {
    streak.facts.push(fact);
    question.streaks.set(fact.answer, streak);
  }
  question.last = fact;
  question.asked += 1;
}

/** The streak of the answer before, where this one says the same. */
function streakInOtherWords({ streaks, last }: Question, fact: Fact): Streak | undefined {
  return isRepeat(fact) ? streaks.get(last.answer) : undefined;
}

function startStreak(scope: Scope, fact: Fact): Streak {
  const streak: Streak = { facts: [fact], endedBy: null };
  scope.streaks.push(streak);
  return streak;
}

/** A new answer ends the wait for it; a failure is no answer. */
function endWait(question: Question, fact: Fact): void {
  if (isFailure(fact) || fact.excuse === 'write') return;
  const waited = question.streaks.get(question.last.answer);
  if (waited !== undefined && fact.excuse !== 'maybe_write') waited.endedBy ??= fact;
  for (const [answer, streak] of question.streaks) {
    if (answer.startsWith('error:')) streak.endedBy ??= fact;
  }
}

function count(scope: Scope, fact: Fact): void {
  const { call } = fact;
  const isNew = fact.relation === 'first' || fact.relation === 'news';
  if (!isNew || isFailure(fact)) {
    fact.after = scope.counters;
    return;
  }
  const { writes, maybeWrites, progress } = scope.counters;
  const isMaybeWrite = call.effect === 'unknown' && fact.relation === 'first';
  scope.counters = {
    writes: writes + (isWrite(call) ? 1 : 0),
    maybeWrites: maybeWrites + (isMaybeWrite ? 1 : 0),
    progress: progress + (fact.relation === 'news' ? 1 : 0),
  };
  scope.newsByStep.set(call.step, (scope.newsByStep.get(call.step) ?? 0) + 1);
  fact.after = scope.counters;
}
