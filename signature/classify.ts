import type { ErrorClass } from './error-class.ts';

/** What is known of a fault, strongest first. */
export interface Fault {
  /** Type names and codes such as `RateLimitError`, `ECONNRESET`, `503`, `-32601`. */
  types: readonly string[];
  message: string;
}

type Rule = readonly [errorClass: ErrorClass, pattern: RegExp];

/** Read on a type name in lower case without separators. Types that say nothing (`Error`, `ToolException`) match none. */
const TYPE_RULES: readonly Rule[] = [
  ['unknown_tool', /nosuchtool|toolnotfound|unknowntool|methodnotfound|unknownfunction/],
  [
    'denied',
    /denied(?:by|tool)|tooldenied|executiondenied|rejected|guardrail|policyviolation|blockedby|contentfilter|notapproved/,
  ],
  ['rate_limited', /ratelimit|toomanyrequests|throttl|quota|resourceexhausted|slowdown/],
  ['timeout', /timeout|timedout|deadlineexceeded/],
  [
    'conflict',
    /conflict|alreadyexists|duplicate|integrityerror|fileexists|eexist|uniqueviolation|^aborted$/,
  ],
  [
    'precondition',
    /precondition|invalid\w{0,20}state|incorrect\w{0,20}state|illegalstate|notready|invalidoperation/,
  ],
  [
    'connection',
    /connect|econn|enotfound|eaiagain|epipe|ehost|enet|socket|network|dnserror|sslerror|tlserror|incompleteread|brokenpipe|transporterror/,
  ],
  ['not_found', /notfound|nosuch|enoent|doesnotexist|keyerror|indexerror|lookuperror/],
  [
    'permission',
    /permission|forbidden|unauthori[sz]ed|accessdenied|eacces|eperm|unauthenticated|authentication|authori[sz]ation|notallowed/,
  ],
  [
    'server_error',
    /internalserver|^internal(?:error)?$|servererror|unavailable|badgateway|overloaded|apistatuserror/,
  ],
  [
    'validation',
    /validation|invalid|badrequest|unprocessable|schema|zoderror|syntax|parse|decodeerror|malformed|outofrange|badargument/,
  ],
];

/** Types that a programming language throws for many reasons: they speak after the message. */
const WEAK_TYPE_RULES: readonly Rule[] = [
  ['validation', /typeerror|valueerror|argument|assertion/],
];

const STATUS: ReadonlyMap<number, ErrorClass> = new Map<number, ErrorClass>([
  [401, 'permission'],
  [403, 'permission'],
  [404, 'not_found'],
  [407, 'permission'],
  [408, 'timeout'],
  [409, 'conflict'],
  [410, 'not_found'],
  [412, 'precondition'],
  [423, 'conflict'],
  [425, 'precondition'],
  [428, 'precondition'],
  [429, 'rate_limited'],
  [504, 'timeout'],
  [-32000, 'connection'],
  [-32001, 'timeout'],
  [-32601, 'unknown_tool'],
  [-32602, 'validation'],
  [-32603, 'server_error'],
  [-32600, 'validation'],
  [-32700, 'validation'],
]);

/** Read before any status code: a harness says these whatever code it uses. */
const HARNESS_RULES: readonly Rule[] = [
  [
    'unknown_tool',
    /\b(?:unknown|unrecogni[sz]ed|unavailable|no such|nonexistent) (?:tool|function)\b|\bno tool (?:named|called|found)|\btool\b[^.\n]{0,80}\b(?:not found|does(?: not|n't) exist|is not (?:available|defined|registered|known|recogni[sz]ed))|not a valid tool/,
  ],
  [
    'denied',
    /\b(?:denied|rejected|declined|refused|blocked|disallowed) by\b|\b(?:user|human|operator|hook) (?:denied|rejected|declined|refused|blocked)|(?:does not|doesn't|did not|didn't) want to (?:proceed|run|take)|\bapproval (?:was |is )?(?:denied|rejected|required)|\brequires? (?:\w+ )?approval|guardrail|has been denied/,
  ],
];

const PHRASE_RULES: readonly Rule[] = [
  ['rate_limited', /rate.?limit|too many requests|\bquota\b|throttl/],
  ['timeout', /\btime[ds]?[ -]?out\b|\btimeout|deadline exceeded/],
  [
    'connection',
    /connection (?:\w+ ){0,2}(?:refused|reset|closed|aborted|lost|failed|error)|connection error|econn|enotfound|eai_again|epipe|socket hang up|fetch failed|network (?:error|is unreachable)|(?:could not|cannot|failed to|unable to) (?:connect|resolve|reach)|getaddrinfo|name resolution|no route to host|remote end closed|broken pipe|\bssl\b|tls handshake/,
  ],
  [
    'precondition',
    /precondition|(?:invalid|incorrect|illegal|wrong|unexpected) (?:\w+ ){0,2}(?:state|status)\b|not in (?:a |an |the )?(?:\w+ ){0,3}state|\bstate\b[^.\n]{0,40}(?:does not allow|not allowed|cannot)|must (?:first )?be (?:\w+ )?(?:stopped|started|running|closed|open|read)\b|must first|(?:read|stop|start|open|close)\b[^.\n]{0,40} first\b|cannot [^.\n]{0,60}\b(?:while|because it is|when it is|unless)\b|already (?:been )?(?:running|stopped|started|closed|cancell?ed|completed|processed|refunded|in progress)|not ready/,
  ],
  ['conflict', /already exists|duplicate|conflict|version mismatch|modified since|is locked/],
  [
    'permission',
    /permission denied|access (?:is )?denied|unauthori[sz]ed|unauthenticated|forbidden|not (?:allowed|permitted|authori[sz]ed)|insufficient (?:permission|privilege|scope)|(?:invalid|expired|missing) (?:api key|token|credential)|authentication|read-only file system/,
  ],
  [
    'validation',
    /validation|(?:is|are) required|(?:missing|required) (?:\w+ ){0,3}(?:field|parameter|property|argument)|must be (?:one of|an?|in|between|at least|at most|non|greater|less)|expected\b[^\n]{0,80}\b(?:got|received|but)\b|not one of|not a valid|unexpected (?:keyword|argument|field|property|token|end)|does not match|(?:failed to|could not|cannot) parse|syntax error|unterminated|out of range|should be (?:one of|an?)\b/,
  ],
  [
    'not_found',
    /not found|no such|does(?: not|n't) exist|(?:could not|cannot|can't|couldn't|unable to) (?:find|locate)|no \w+ (?:with|for|found)|cannot open/,
  ],
  [
    'server_error',
    /internal (?:server )?error|service (?:is )?(?:temporarily )?unavailable|temporarily unavailable|bad gateway|overloaded|server error|upstream/,
  ],
  ['validation', /invalid|unsupported|malformed|illegal|bad request/],
];

/** A status code where a message gives one: `HTTP 503`, `status code: 404`, `(429)`, `500 Internal Server Error`. */
const STATUS_IN_TEXT =
  /\b(?:status(?: ?code)?|http(?:\/\d(?:\.\d)?)?|code)\W{0,4}([45]\d\d)\b|^\W{0,2}([45]\d\d)\b|\(([45]\d\d)\)|\b([45]\d\d) (?:[A-Z]|(?:client|server) error)/i;
const LEADING_TYPE =
  /^(?:[\w$]{1,40}\.){0,8}([A-Z]\w{0,60}(?:Error|Exception|Failure|Timeout|Fault))\b/;
const MAX_MESSAGE = 2_000;

/** The class of a call that is known to have failed; `unknown` where nothing tells. */
export function classify({ types, message }: Fault): ErrorClass {
  const text = message.slice(0, MAX_MESSAGE).trim();
  const lower = text.toLowerCase();
  const leading = LEADING_TYPE.exec(text)?.[1];
  const names = [...types, ...(leading === undefined ? [] : [leading])];
  return (
    firstClass(names, ofType) ??
    match(HARNESS_RULES, lower) ??
    firstClass(names, ofCode) ??
    ofCode(
      STATUS_IN_TEXT.exec(text)
        ?.slice(1)
        .find((code) => code !== undefined) ?? '',
    ) ??
    match(PHRASE_RULES, lower) ??
    firstClass(names, (name) => match(WEAK_TYPE_RULES, normal(name))) ??
    'unknown'
  );
}

function firstClass(
  names: readonly string[],
  classOf: (name: string) => ErrorClass | null,
): ErrorClass | null {
  for (const name of names) {
    const found = classOf(name);
    if (found !== null) return found;
  }
  return null;
}

function ofType(name: string): ErrorClass | null {
  return match(TYPE_RULES, normal(name));
}

function ofCode(code: string): ErrorClass | null {
  if (!/^-?\d{3,5}$/.test(code)) return null;
  const status = Number(code);
  const known = STATUS.get(status);
  if (known !== undefined) return known;
  if (status >= 500 && status < 600) return 'server_error';
  return status >= 400 && status < 500 ? 'validation' : null;
}

/** The last part of a qualified name, in lower case, without separators. */
function normal(name: string): string {
  const last =
    name
      .slice(0, 200)
      .split(/[.:/\\]/)
      .findLast((part) => part !== '') ?? '';
  return last.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function match(rules: readonly Rule[], text: string): ErrorClass | null {
  return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
