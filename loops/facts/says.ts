/** What a result says about itself, read from its text and never from the tool's name. */

import { ABSENT, PASSING_STATES, STILL, UNCHANGED } from './phrases.ts';

/** A state that is going to pass. */
const PASSING_STATE = new RegExp(
  String.raw`^(?:${PASSING_STATES.join('|')})(?:\.{0,3}|\u2026|。)$`,
  'iu',
);
/** The state in `status: running`, `"state": "pending"`, `<state>queued</state>`: a field whose whole value it is. */
const FIELD = /[:=>]\s{0,8}["']?([\p{L}\p{M}\p{N}_ -]{2,24}\.{0,3})["']?\s{0,8}(?=[,}\]\n;<]|$)/gu;
/** What goes on, in a member that holds a state: `"phase": "activating"`. */
const GOING_ON =
  /["']?\b(?:status|state|phase|stage)["']?\s{0,4}[:=>]\s{0,4}["']?(?!(?:missing|nothing|existing|failing|outstanding|conflicting|warning|lacking|matching|remaining|degrading|blocking|crashing|erroring)\b)(?:[a-z]+[ _-])?[a-z]{2,20}ing\b["']?\s{0,8}(?=[,}\]\n;<]|$)/i;
/** The same in the tables of clusters. */
const COMING_UP =
  /\b(?:ContainerCreating|PodInitializing|Init:\d+\/\d+)\b|_IN_PROGRESS\b|\s(?:PD|CF)\s+0:00\s|\s(?:qw|hqw)\s+\d\d\/\d\d\/\d{4}\s/;
/** A cell of a table that holds a state which passes. */
const CELL =
  /(?:^|\t|\||\s{2})\s{0,8}(?:pending|queued|waiting|starting|in[ _-]progress|not started)\s{0,8}(?=\t|\||\s{2}|$)/im;
/** Less than all of it: `"percent": 40`, `progress: 99.5 %`. */
const PART_WAY =
  /["']?\b(?:percent(?:age)?(?:[_ ]?(?:complete|done))?|progress|pct|completion)["']?\s{0,4}[:=]\s{0,4}["']?\d{1,2}(?:\.\d{1,6})?\s?%?["']?\s{0,4}(?=[,}\]\n;]|$)/i;
const MAX_STATE_TEXT = 400;
const NOT_YET = new RegExp(STILL.join('|'), 'iu');
const MAX_PAUSE_TEXT = 60;

/** All there is to say about a pause. */
const PAUSED = /^(?:done |finished )?(?:slept|sleeping|waited|waiting|paused)\b/i;

/** True where a short result names a state that passes by itself: asking again is waiting. */
export function isPending(result: string | null): boolean {
  const text = result?.trim() ?? '';
  if (text === '' || text.length > MAX_STATE_TEXT) return false;
  if (PASSING_STATE.test(text) || isPause(text) || NOT_YET.test(text)) return true;
  if (GOING_ON.test(text) || COMING_UP.test(text)) return true;
  if (PART_WAY.test(text) || CELL.test(text)) return true;
  for (const [, value] of text.matchAll(FIELD)) {
    if (PASSING_STATE.test(value?.trim() ?? '')) return true;
  }
  return false;
}

/** True where all there is to say is that time was let pass. */
export function isPause(result: string | null): boolean {
  const text = result?.trim() ?? '';
  return text.length <= MAX_PAUSE_TEXT && PAUSED.test(text);
}

/** Hours and minutes as people say them. */
const HOUR = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)';
const MINUTES = '(?:half|(?:a )?quarter|(?:five|ten|twenty(?:[ -]?five)?|\\d{1,2})(?: minutes?)?)';
const SPOKEN_TIME = [
  String.raw`\b${MINUTES} (?:past|to|after|before|till) (?:${HOUR}|\d{1,2})\b`,
  String.raw`\b(?:${HOUR}|\d{1,2}) o['\u2019]?clock\b`,
  String.raw`\b\d{1,2}\s?(?:uhr|heures?)(?:\s?\d{1,2})?\b`,
  String.raw`\b(?:halb|viertel (?:vor|nach)|(?:f\u00fcnf|zehn|zwanzig) (?:vor|nach)(?: halb)?) \p{L}{3,6}\b`,
  String.raw`\b(?:son las|es la) \p{L}+(?: (?:y|menos) \p{L}+)?\b`,
  String.raw`\d{1,2}[\u6642\u65f6\u70b9]\d{1,2}\u5206?`,
].join('|');
const WRITTEN_TIME =
  /\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?:\s?Z|\s?UTC|\s?[+-]\d{2}:?\d{2})?|\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]m)?|\b\d{1,2}[./]\d{1,2}[./]\d{4}\b|\b1[5-9]\d{8}(?:\d{3})?(?:\.\d+)?\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s+\d{1,2}\b(?:,?\s+\d{4})?|\b\d{1,2}\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s+\d{4}|\b(?:mon|tue|wed|thu|fri|sat|sun)\b/;
const CLOCK = new RegExp(`${WRITTEN_TIME.source}|${SPOKEN_TIME}`, 'giu');
/** How long it took to say it. */
const TOOK = /\(?\b(?:took|in|after|elapsed:?)\s?\d{1,9}(?:\.\d{1,6})?\s?(?:ms|s|seconds?)\b\)?/gi;
/** Ids of the exchange, and what they are called. */
const EXCHANGE =
  /(?:\b(?:request|trace|correlation)(?:[ -]?id)?\b[\s:=]{0,3})?\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
/** When a line was logged. */
const LOG_TIME = /^\[[\d:T.,Z +-]{8,35}\]/;
/** A date alone is a day, not the time. */
const TIME_OF_DAY = new RegExp(String.raw`\d:\d{2}|\b1[5-9]\d{8}|${SPOKEN_TIME}`, 'iu');
/** What tells the time says little else. */
const MOSTLY_TIME = 3;
const MAX_CLOCK_TEXT = 200;
/** What is said around a time: fields and words that name it, zones. */
const AROUND_TIME =
  /\b(?:the|current|local|server|system|today|now|time|date|datetime|timestamp|clock|zone|timezone|tz|is|it|at|in|on|iso|unix|epoch|utc|gmt|cest|cet|est|edt|pst|pdt|ist|[ap]m|uhr|es|ist|jetzt|zeit|datum|aktuelle?|il|heure|hora|actual|son|las|in|the|of|this|morning|afternoon|evening|night|exactly|just|about|morgens|abends|nachmittags|matin|soir)\b|\b[A-Z][a-z]+\/[A-Z][A-Za-z_]+\b|\b(?:19|20)\d{2}\b|[年月日時分秒]|现在|時刻|时间/giu;

/** True where a result tells the time and hardly anything else. */
export function isClock(result: string | null): boolean {
  const said = result?.replaceAll(TOOK, ' ').replaceAll(EXCHANGE, ' ').trim() ?? '';
  if (said === '' || said.length > MAX_CLOCK_TEXT) return false;
  const logged = said.replace(LOG_TIME, '').trim();
  const text = /\p{L}/u.test(logged) ? logged : said;
  if (!TIME_OF_DAY.test(text)) return false;
  const rest = text.replaceAll(CLOCK, ' ');
  const told = text.length - rest.length;
  const beside = rest.replaceAll(AROUND_TIME, '').replaceAll(/[^\p{L}\p{N}]/gu, '');
  return told >= MOSTLY_TIME * beside.length;
}

/** A state was set: doing it again leaves things as they are. */
const STATE_SET = new RegExp(
  [
    String.raw`\b(?:updated|unchanged|already|not[ _-]modified|no changes?|nothing (?:to|changed|new)|not changed|up[ -]to[ -]date|set to|saved|stored|no-?op|remains?|identical)\b`,
    String.raw`\b(?:modified|changed|affected|updated)(?:_?(?:count|rows))?["']?\s*[:=]\s*0\b`,
    ...UNCHANGED,
  ].join('|'),
  'iu',
);

/** True where a write answers that things are as they were, or were set to a value. */
export function isStateSet(result: string | null): boolean {
  return STATE_SET.test(result?.slice(0, MAX_STATE_TEXT) ?? '');
}

/** A check that passed: of the next thing it may pass, too. */
const ALL_CLEAR =
  /\b(?:no|0|zero|without)\s+(?:\S+\s+){0,2}?(?:problems?|issues?|errors?|warnings?|violations?|conflicts?|differences?|vulnerabilit\w+|failures?)\b|\b(?:all (?:checks|tests) pass\w*|is valid(?! (?:for|until|from|only)\b)|looks good|passed)\b/i;
const MAX_ALL_CLEAR = 200;

/** True where a short result says that something was checked and is in order. */
export function isAllClear(result: string | null): boolean {
  const text = result ?? '';
  return text.length <= MAX_ALL_CLEAR && ALL_CLEAR.test(text);
}

/** What a run of tests came to: no rejection of what was asked, but how far the work is. */
const TEST_OUTCOME =
  /\b(?:tests?|specs?|test cases?|assertions?|examples?) (?:have |has |is |are )?fail(?:ed|ing|ures?|s)?\b|\bfail(?:ed|ing|ures?)?:? (?:\d+ )?(?:tests?|specs?|test cases?|assertions?)\b|\b\d+ fail(?:ed|ing|ures?)\b(?! (?:for|to|on|at|because)\b)|\bassertion ?(?:error|failed)\b|\bwrong answer\b/i;
const MAX_SUMMARY = 600;

/** True where a result tells how tests went. */
export function tellsOfTests(result: string | null): boolean {
  return TEST_OUTCOME.test(result?.slice(0, MAX_SUMMARY) ?? '');
}

/** Something was done, in a sentence. */
const DONE = new RegExp(
  [
    String.raw`\bsuccess(?:ful(?:ly)?)?\b`,
    String.raw`\b(?:has|have|was|were) (?:been )?(?:\w{2,}ed|set|sent|done|made|written|put)\b`,
    'erfolgreich|avec succès|con éxito|correctamente|com sucesso|con successo|成功|しました|완료',
  ].join('|'),
  'i',
);
const MAX_ACKNOWLEDGEMENT = 400;
const MAX_LINES_OF_IT = 4;

/** True where a sentence or two say that what was asked for was done. */
export function isAcknowledgement(result: string | null): boolean {
  const text = result?.trim() ?? '';
  if (text.length > MAX_ACKNOWLEDGEMENT || /^[[{]/.test(text)) return false;
  return text.split('\n', MAX_LINES_OF_IT + 1).length <= MAX_LINES_OF_IT && DONE.test(text);
}

/** Words that acknowledge or wrap and tell nothing about the world. */
const ACKNOWLEDGING = new Set(
  `ok okay done success successful successfully succeeded true false null none nil yes no status state result results message
  accepted acknowledged ack received queued updated saved written created deleted removed added sent delivered complete completed
  finished executed returned returncode code exit exited output outputs stdout stderr error errors warning warnings the a an
  is was are were has have had been be to of in on at for with and or by from it its this that file files command data value type text
  content response request execution logs last snippet id item items empty
  scheduled posted uploaded downloaded booked cancelled canceled processed processing process delivery email mail mails messages
  row rows record records entry entries moved copied renamed applied edited changed modified replaced replacement replacements installed
  started stopped committed inserted registered submitted published confirmed notified opened closed clicked pressed typed
  selected set stored noted line lines path query affected tool ran without`.split(/\s+/),
);
const MAX_TOLD = 4_000;

/** The words of a result that tell something: no numbers, no acknowledgements, no wrapping. No more than so many are looked for. */
export function tellingWords(result: string | null, atMost = Infinity): Set<string> {
  const words = new Set<string>();
  const text = result?.slice(0, MAX_TOLD).toLowerCase() ?? '';
  for (const [word] of text.matchAll(/[\p{L}][\p{L}\p{N}_./-]*[\p{L}\p{N}]/gu)) {
    if (ACKNOWLEDGING.has(word)) continue;
    words.add(word);
    if (words.size >= atMost) break;
  }
  return words;
}

/** True where an empty result does not even say in words that nothing was found, or where its text is not at hand. */
export function isBare(result: string | null): boolean {
  const text = result?.trim() ?? '';
  return /^[[{][^]*[\]}]$/.test(text) || !/\p{L}{2,}\P{L}+\p{L}{2,}/u.test(text);
}

/** Each begins with what denies, which is soon looked for; what stands before is looked at behind it. */
const IN_ENGLISH = [
  String.raw`\b(?:no|0|zero)\s+(?:\S+\s+){0,4}?(?:found|match(?:es|ed|ing)?|results?|rows?|records?|occurrences?|references?|hits?|such)\b`,
  String.raw`\b0\s+(?:\S+\s+){0,3}?(?:files?|items?|sections?|definitions?)\b`,
  String.raw`\bno(?:t|thing|ne)\s+found\b`,
  String.raw`n(?:ot|['’]t)\s+(?:find|locate|match|contain|exist)\b(?<=\b(?:could|can|did|does|do)(?:\s?not|n['’]t)\s+\w+)`,
  String.raw`\bno (?:\S+ ){0,2}?(?:information|mention|details?) (?:\S+ ){0,4}?(?:on|of|about|regarding|for|is|was|available|provided|given)\b`,
  String.raw`n(?:ot|['’]t) (?:mention|include|provide|specify|state|cover|say)\b(?<=\b(?:context|documents?|texts?|sources?|passages?|information|results?)\b[^.\n]{0,30}\b(?:do(?:es)?|did)(?:\s?not|n['’]t) \w+)`,
  String.raw`:\s*(?:\[\s*\]|\{\s*\}|none|null)\s*$`,
];
const ABSENT_IN_ENGLISH = new RegExp(IN_ENGLISH.join('|'), 'i');
const ABSENT_ELSEWHERE = new RegExp(ABSENT.join('|').replaceAll(' ', String.raw`\s`), 'i');
/** A heading of what was found, with nothing below it. */
const BARE_HEADING = /\b(?:found|matches|results)\W*$/i;
/** A heading without anything below it, or nothing in the words of a programming language. */
const VOID_LINE = /:\s*$|^\W*(?:none|null|nil|undefined|false)?\W*$/i;
const MAX_ABSENCE_TEXT = 700;

/** True where a short result says in words that nothing was found, and hardly anything else. */
export function saysNothingFound(result: string | null): boolean {
  const text = result?.trim() ?? '';
  if (text === '' || text.length > MAX_ABSENCE_TEXT) return false;
  let absent = 0;
  let told = 0;
  for (const line of text.split('\n')) {
    if (saysAbsence(line) || BARE_HEADING.test(line)) absent += 1;
    else if (!VOID_LINE.test(line)) told += 1;
  }
  return absent > 0 && told <= absent;
}

const END =
  /\b(?:end of (?:the )?(?:file|list|results?|data|document|log|table)|eof|no (?:more|further) (?:results?|items?|pages?|rows?|entries|records?|data|lines?|content)|(?:past|beyond) the (?:end|last)|after the last|already (?:been )?(?:scrolled )?(?:at|to) the (?:very )?(?:bottom|top|end|start|beginning)|(?:reached|at) the (?:very )?(?:bottom|top|end|beginning) of)\b|can(?:not|['\u2019]t) (?:scroll|go|move|page) (?:any )?(?:further|farther)|keine weiteren|fin du fichier|fin del archivo|plus de résultats|no hay más/i;
const MAX_END_TEXT = 300;

/** True where a short result says that there is nothing beyond what was read before. */
export function saysEnd(result: string | null): boolean {
  const text = result ?? '';
  return text.length <= MAX_END_TEXT && END.test(text);
}

const UNABLE =
  /\b(?:(?:am|is|are|['\u2019]m) (?:not able|unable)|unable|can(?:not|['\u2019]t)) (?:to )?(?:process|access|open|view|watch|listen|hear|play|download|execute|run|browse|interact|perform|take|do|see|read|help|handle)\b|\b(?:do(?:es)?(?: not|n['\u2019]t)) (?:have (?:access|the (?:ability|capability|tools?))|support)\b|\b(?:not|un)\s?supported\b|\bonly supports?\b/i;
const MAX_UNABLE = 600;

/** True where a result says that whoever was asked cannot do such a thing at all. */
export function saysUnable(result: string | null): boolean {
  const text = result ?? '';
  return text.length <= MAX_UNABLE && UNABLE.test(text);
}

const UNCALLED =
  /\b(?:missing|no|without)\s(?:(?:a\s)?value for (?:the )?)?required (?:parameter|argument)s?\b|\brequired (?:parameter|argument)s?\b[^.\n]{0,60}\b(?:missing|not (?:given|provided|set))\b|\b(?:invalid|unexpected|unknown) (?:parameter|argument|tool input)s?\b/i;
const MAX_UNCALLED = 300;

/** True where a short answer says that the call itself lacked an argument or had a wrong one: nothing was done. */
export function saysUncalled(result: string | null): boolean {
  const text = result ?? '';
  return text.length <= MAX_UNCALLED && UNCALLED.test(text);
}

const REFUSED =
  /\b(?:wasted call|(?:tool|call|command|action|request) was (?:not|never) (?:run|executed|performed|dispatched)|(?:denied|refused|rejected|declined|blocked) by\b|already (?:been )?(?:used|called|read|run) (?:this|that|it|with)\b|just used with this|(?:tool|call|command|action|request|execution) (?:was |is |has been )?blocked\b|(?:tried|stop) (?:re)?using (?:the same|this) (?:action )?input\b)|(?:^|["\n])(?:blocked|refused|denied)\s?[:!]/i;

/** True where a harness answers in the tool's place that it did not run it. */
export function isRefusal(result: string | null): boolean {
  return REFUSED.test(result?.slice(0, MAX_STATE_TEXT) ?? '');
}

/** The name of a reason, as programs write it. */
const CODE = /\b[A-Z][A-Z_]{3,40}\b/g;

/** True where two refusals are one, whichever reason each of them is filed under. */
export function isSameRefusal(one: string, other: string): boolean {
  if (one.length > MAX_STATE_TEXT || !isRefusal(one) || !isRefusal(other)) return false;
  return one.replaceAll(CODE, '') === other.replaceAll(CODE, '');
}

function saysAbsence(text: string): boolean {
  return ABSENT_IN_ENGLISH.test(text) || ABSENT_ELSEWHERE.test(text);
}

const MAX_SEARCHED = 2_000;

/** The lines of a result that say of something that it is not there. */
export function linesSayingAbsence(result: string | null): string[] {
  const text = result?.slice(0, MAX_SEARCHED) ?? '';
  if (!saysAbsence(text) && !/\[\s*\]|none|null/i.test(text)) return [];
  return text.split('\n').filter((line) => saysAbsence(line));
}
