/** A key in lower case without separators: `request_id`, `requestId` and `Request-Id` are one. */
export function plainKey(key: string): string {
  if (key.length > MAX_KEY) return key;
  const lower = key.toLowerCase();
  let plain = '';
  let from = 0;
  for (let at = 0; at < lower.length; at += 1) {
    if (isPlain(lower.charCodeAt(at))) continue;
    plain += lower.slice(from, at);
    from = at + 1;
  }
  return from === 0 ? lower : plain + lower.slice(from);
}

/** a to z, 0 to 9. */
function isPlain(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57);
}

const MAX_KEY = 64;

/** When and how long: differ on every call, wherever they stand. */
const TIMES = words(`
  timestamp ts servertime currenttime now generatedat fetchedat retrievedat requestedat respondedat checkedat queriedat
  executedat servedat cachedat asof lastchecked lastcheckedat lastpolled duration durationms durationseconds elapsed elapsedms elapsedtime elapsedseconds
  took tookms latency latencyms responsetime responsetimems executiontime executiontimems querytime querytimems
  processingtime processingtimems runtimems timetaken timems totaltime walltime uptime ttl expiresin retryafter`);

/** Count on with every change of whatever belongs to a thing, be it how often it was looked at. */
const REVISIONS = words('resourceversion');

/** Ids of the exchange, not of what was found; inside a list they may be the rows' own. */
const EXCHANGE_IDS = words(`
  requestid reqid xrequestid traceid spanid correlationid invocationid executionid responseid messageid msgid toolcallid
  callid eventid queryid searchid requestuuid nonce etag signature`);

/** Count the calls, not what they are about. */
const CALL_COUNTERS = words(`
  attempt attempts attemptnumber attemptcount retry retries retrycount requestcount callcount callnumber requestnumber
  invocationcount sequence seq sequencenumber iteration hitcount`);

/** Count what the caller may still ask. */
const QUOTAS = words(`
  ratelimit ratelimitremaining xratelimitremaining ratelimitused xratelimitused ratelimitreset xratelimitreset remainingrequests
  requestsremaining requestsleft remainingcalls callsremaining callsleft quotaremaining remainingquota quotaleft quotareset
  creditsremaining remainingcredits creditsleft tokensremaining remainingtokens resetin resetinseconds resetseconds
  secondsuntilreset`);

/** Volatile only where the value is an instant: a departure at 14:00 is data. */
const MAYBE_TIMES = words(`
  time date datetime createdat updatedat created updated modified modifiedat lastmodified lastupdated lastupdatedat lastseen
  lastseenat heartbeat lastheartbeat lastheartbeatat observedat polledat`);

const INSTANT_TEXT =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?$/;
/** Unix seconds to nanoseconds of the years 2001 to 2286. */
const INSTANT_NUMBER = /^[1-9]\d{9}(?:\d{3}){0,3}(?:\.\d{1,9})?$/;

/** Whether a member says nothing about what the tool found. */
export function isVolatile(key: string, value: unknown, inList: boolean): boolean {
  const plain = plainKey(key);
  if (TIMES.has(plain) || REVISIONS.has(plain)) return true;
  if (MAYBE_TIMES.has(plain)) return isInstant(value);
  return !inList && (EXCHANGE_IDS.has(plain) || CALL_COUNTERS.has(plain) || QUOTAS.has(plain));
}

/** What is left of a quota is never the point of a member, not even where nothing stands beside it. */
export function isQuota(key: string): boolean {
  return QUOTAS.has(plainKey(key));
}

/** What the headers of a web answer tell of what was asked; the others tell of the way there. */
const TELLING_HEADERS = words(
  `contenttype contentlength contentrange contentdisposition location link xtotalcount xtotal`,
);

/** Whether a member holds the headers of a web answer. */
export function holdsHeaders(key: string): boolean {
  return /^(?:http|response|resp)?[-_]?headers$/i.test(key);
}

export function isTellingHeader(key: string): boolean {
  return TELLING_HEADERS.has(plainKey(key));
}

export function isInstant(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 40 && INSTANT_TEXT.test(value);
  return typeof value === 'number' && INSTANT_NUMBER.test(String(value));
}

/** Repeats the question, or says where in the answer this page stands; its rows say what is on it. */
const ECHOES = words(`
  query q search searchquery searchterm keyword keywords filter filters params parameters limit offset page pagesize perpage
  skip cursor nextcursor nextpage nextpagetoken pagetoken continuationtoken next previous prev sort sortby orderby`);

export function isEcho(key: string): boolean {
  return ECHOES.has(plainKey(key));
}

/** Counts what was found: zero says that nothing was. */
const COUNTS = words(`
  count total totalcount totalresults totalhits totalrecords totalitems totalpages resultcount resultscount numresults numfound
  nresults nbhits matched matches matchcount matchedcount found hits size length rowcount rows numrows records items returned
  affectedrows rowsaffected results`);

export function isCount(key: string): boolean {
  return COUNTS.has(plainKey(key));
}

/** Counts something beside what was found, such as `total_deferred_tools`. */
export function isTally(key: string): boolean {
  return /^(?:total|num|number|count|n)[_-]?(?:of)?(?:[_-]|[A-Z])\w|[_-](?:count|total)$|(?:Count|Total)$/.test(
    key,
  );
}

/** Says how far the answer is. */
export function isProgress(key: string): boolean {
  return /^(?:status|state|phase|stage)$/i.test(key);
}

/** Says how the call went. */
const REMARKS = words(`
  status success ok code statuscode message msg info note notes hint detail description hasmore more truncated complete
  isfinal exitcode returncode error errors warning warnings type kind object`);

export function isRemark(key: string): boolean {
  return REMARKS.has(plainKey(key));
}

/** Empty is good news there. */
const FAULT_LISTS = words(
  `error errors warning warnings failures failed issues violations problems conflicts vulnerabilities diff`,
);

export function isFaultList(key: string): boolean {
  return FAULT_LISTS.has(plainKey(key));
}

/** What may change about a row that is still the same row. */
const STATES = words(`
  status state phase stage step progress percent percentage percentcomplete completed complete done finished outcome version
  revision rev available enabled active`);

export function isState(key: string): boolean {
  return STATES.has(plainKey(key));
}

/** `id`, `_id`, `order_id`, `orderId`, but not the id of the exchange. */
export function isIdentifier(key: string): boolean {
  const plain = plainKey(key);
  if (EXCHANGE_IDS.has(plain) && plain !== 'messageid' && plain !== 'msgid' && plain !== 'eventid')
    return false;
  return (
    plain === 'uuid' ||
    plain === 'guid' ||
    /(?:^|[_-])id$/i.test(key) ||
    /[a-z0-9](?:Id|ID)$/.test(key)
  );
}

/** Where rows have no id, an address names them. */
export function isAddress(key: string): boolean {
  return /^(?:url|uri|link|href|doi|isbn|sku|slug|permalink)$/i.test(key);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
