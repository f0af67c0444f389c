import { describe, expect, test } from 'vitest';

import { createRun } from './run.ts';
import { AT_THEIR_PACE } from './testing/casebook/at-their-pace.ts';
import { CODING_AGENTS } from './testing/casebook/coding-agents.ts';
import { EQUAL_BETWEEN } from './testing/casebook/equal-between.ts';
import { EQUAL_READS } from './testing/casebook/equal-reads.ts';
import { EQUAL_WRITES } from './testing/casebook/equal-writes.ts';
import { NAMED_THINGS } from './testing/casebook/named-things.ts';
import { NOTHING_NEW } from './testing/casebook/nothing-new.ts';
import { OFFICE_AGENTS } from './testing/casebook/office-agents.ts';
import { OTHER_ANSWERS } from './testing/casebook/other-answers.ts';
import { PASSING_FAULTS } from './testing/casebook/passing-faults.ts';
import { PATIENT_AGENTS } from './testing/casebook/patient-agents.ts';
import { REJECTIONS } from './testing/casebook/rejections.ts';
import { RINGS } from './testing/casebook/rings.ts';
import { ROUNDS } from './testing/casebook/rounds.ts';
import { SAME_ANSWERS } from './testing/casebook/same-answers.ts';
import { STEPPING } from './testing/casebook/stepping.ts';
import { WAITING } from './testing/casebook/waiting.ts';
import { WORKING } from './testing/casebook/working.ts';
import { ON_SCREENS } from './testing/casebook/on-screens.ts';
import { IN_TERMINALS } from './testing/casebook/in-terminals.ts';
import { DATA_AGENTS } from './testing/casebook/data-agents.ts';
import { AMONG_PEOPLE } from './testing/casebook/among-people.ts';
import { DONE_ANEW } from './testing/casebook/done-anew.ts';
import { FRAMED } from './testing/casebook/framed.ts';
import { FROM_REPORTS } from './testing/casebook/from-reports.ts';
import { FROM_SERVERS } from './testing/casebook/from-servers.ts';
import { HANDED_OVER } from './testing/casebook/handed-over.ts';
import { BESIDE_THE_WORK } from './testing/casebook/beside-the-work.ts';
import { SMALL_TASKS } from './testing/casebook/small-tasks.ts';
import { ASKED_AND_TOLD } from './testing/casebook/asked-and-told.ts';
import { TOLD_BY_USERS } from './testing/casebook/told-by-users.ts';
import { TOLD_OF_AGENTS } from './testing/casebook/told-of-agents.ts';
import { IN_MANY_FORMS } from './testing/casebook/in-many-forms.ts';
import { WATCHED_AND_STEERED } from './testing/casebook/watched-and-steered.ts';
import { IN_MANY_WORDS } from './testing/casebook/in-many-words.ts';
import { TOLD_ONCE_MORE } from './testing/casebook/told-once-more.ts';
import { ASKED_ONCE_MORE } from './testing/casebook/asked-once-more.ts';
import { IN_QUEUES } from './testing/casebook/in-queues.ts';
import { IN_HOMES_AND_INBOXES } from './testing/casebook/in-homes-and-inboxes.ts';
import { LONG_SESSIONS } from './testing/casebook/long-sessions.ts';
import type { Story } from './testing/casebook/story.ts';

const BOOK: Readonly<Record<string, readonly Story[]>> = {
  'equal reads': EQUAL_READS,
  'equal writes': EQUAL_WRITES,
  'equal calls between others': EQUAL_BETWEEN,
  'same answers': SAME_ANSWERS,
  'nothing new': NOTHING_NEW,
  'other answers': OTHER_ANSWERS,
  rejections: REJECTIONS,
  'passing faults': PASSING_FAULTS,
  rings: RINGS,
  rounds: ROUNDS,
  waiting: WAITING,
  stepping: STEPPING,
  working: WORKING,
  'coding agents': CODING_AGENTS,
  'office agents': OFFICE_AGENTS,
  'patient agents': PATIENT_AGENTS,
  'named things': NAMED_THINGS,
  'at their pace': AT_THEIR_PACE,
  'among people': AMONG_PEOPLE,
  'data agents': DATA_AGENTS,
  'in terminals': IN_TERMINALS,
  'on screens': ON_SCREENS,
  'asked and told': ASKED_AND_TOLD,
  'small tasks': SMALL_TASKS,
  'beside the work': BESIDE_THE_WORK,
  'handed over': HANDED_OVER,
  'from servers': FROM_SERVERS,
  'from reports': FROM_REPORTS,
  framed: FRAMED,
  'done anew': DONE_ANEW,
  'told by users': TOLD_BY_USERS,
  'told of agents': TOLD_OF_AGENTS,
  'in many forms': IN_MANY_FORMS,
  'watched and steered': WATCHED_AND_STEERED,
  'in many words': IN_MANY_WORDS,
  'told once more': TOLD_ONCE_MORE,
  'asked once more': ASKED_ONCE_MORE,
  'in queues': IN_QUEUES,
  'in homes and inboxes': IN_HOMES_AND_INBOXES,
  'long sessions': LONG_SESSIONS,
};

/** Number of the call with which the first alert comes when calls arrive one by one; 0 where none comes. */
function firstAlertAt({ run: { calls, declarations } }: Story): number {
  const run = createRun({ declarations });
  for (const [at, call] of calls.entries()) {
    run.push(call);
    if (run.loops().some(({ severity }) => severity === 'alert')) return at + 1;
  }
  return 0;
}

describe.each(Object.entries(BOOK))('%s', (_, stories) => {
  test.each(stories.map((story) => [story.name, story] as const))('%s', (_name, story) => {
    const found = story.run.loops();
    const alerts = found.filter(({ severity }) => severity === 'alert').map(({ kind }) => kind);
    if (story.want === 'quiet') expect(found.map(({ kind }) => kind)).toEqual([]);
    if (story.want === 'quiet' || story.want === 'calm') expect(alerts).toEqual([]);
    else {
      expect(alerts).toHaveLength(1);
      expect(story.want).toContain(alerts[0]);
    }
    const [from, by] = story.at ?? [0, 0];
    if (story.want === 'calm') return;
    expect(firstAlertAt(story)).toBeGreaterThanOrEqual(from);
    expect(firstAlertAt(story)).toBeLessThanOrEqual(by);
  });
});
