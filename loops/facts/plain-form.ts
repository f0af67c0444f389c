/** Names of arguments that belong to the exchange and not to what is asked. */
const NAMES_OF_EXCHANGE = String.raw`nonce|idempotency_?key|(?:correlation|tool_?call|invocation|client_?request)_?id|client_?token|attempt|retry(?:_?count)?|iteration`;
const OF_EXCHANGE = new RegExp(`^(?:${NAMES_OF_EXCHANGE})$`, 'i');
/** Of the exchange as a rule, but a request may be what is asked about. */
const OF_REQUEST = /^request_?id$/i;
const HAS_REQUEST = /"request_?id"\s*:/i;
const HAS_EXCHANGE = new RegExp(`"(?:${NAMES_OF_EXCHANGE}|request_?id)"\\s*:`, 'i');
const MAX_SEARCHED = 4_000;
/** An id made for the occasion, or a count: no name of a thing. */
const MADE_UP = /^(?:(?=.*\d)[\w-]{12,80}|\d{1,3})$/;
/** What names an item of a list. */
const ID = /^(?:id|_id|uuid|key)$/i;
/** Two words tell what an item is. */
const PROSE = /\p{L}{2,}\P{L}+\p{L}{2,}/u;

/** Whether arguments may hold what belongs to the exchange; unsure where they may be about a request. */
export function holdsExchange(args: string | null): 'no' | 'unsure' | 'yes' {
  if (args === null || args.length > MAX_SEARCHED || !HAS_EXCHANGE.test(args)) return 'no';
  return HAS_REQUEST.test(args) ? 'unsure' : 'yes';
}

/** JSON text with sorted keys, without what is empty or belongs to the exchange, figures as texts; null where nothing is left. */
export function plainFormOf(fields: ReadonlyMap<string, unknown>): string | null {
  const asked = [...fields].filter(
    ([name, value]) =>
      !isOfExchange(name, value) && !(OF_REQUEST.test(name) && /\d/.test(String(value))),
  );
  const form = JSON.stringify(plain(Object.fromEntries(asked)));
  return form === '{}' && asked.length < fields.size ? null : form;
}

/** True where an argument is certainly an id or a count of the exchange. */
export function isOfExchange(name: string, value: unknown): boolean {
  return OF_EXCHANGE.test(name) && isMadeUp(value);
}

function isMadeUp(value: unknown): boolean {
  return MADE_UP.test(String(value));
}

function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return withoutFreshIds(value).map((item) => plain(item));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .map(([name, field]) => [name, plain(field)] as const)
    .filter(([, field]) => !isEmpty(field));
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where each item of a list tells in words what it is, its id is given to it anew with each list. */
function withoutFreshIds(list: readonly unknown[]): readonly unknown[] {
  if (list.length < 2) return list;
  const told = new Set<unknown>();
  const items: unknown[] = [];
  for (const item of list) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return list;
    const fields = Object.entries(item);
    const words = fields.find(([, field]) => typeof field === 'string' && PROSE.test(field));
    if (words === undefined || told.has(words[1])) return list;
    told.add(words[1]);
    items.push(Object.fromEntries(fields.filter(([name]) => !ID.test(name))));
  }
  return items;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
