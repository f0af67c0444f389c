import type { CompareQuery } from './contract/index.ts';
import { ApiError } from './errors.ts';
import type { Filter, Range } from './filter.ts';
import { toStoreInstant } from './instant.ts';

type Before = {
  [
    Name in keyof CompareQuery as Name extends `before_${string}` ? Name : never
  ]: CompareQuery[Name];
};

/** What a set of turns is compared with: the same filters, but for those that are given for it; by default the range before it. */
export function toFiltersBefore(after: Filter, before: Before, { fromMs, toMs }: Range): Filter {
  const { before_from: from, before_to: to } = before;
  const hasOther = [before.before_version, before.before_model, before.before_agent].some(
    (value) => value !== undefined,
  );
  const filter: Filter = {
    ...after,
    versions: before.before_version ?? after.versions,
    models: before.before_model ?? after.models,
    agents: before.before_agent ?? after.agents,
  };
  if (from === undefined && to === undefined) {
    return hasOther ? filter : within(filter, fromMs - (toMs - fromMs), fromMs);
  }
  const endMs = to === undefined ? fromMs : Date.parse(to);
  const startMs = from === undefined ? endMs - (toMs - fromMs) : Date.parse(from);
  if (startMs >= endMs) {
    throw new ApiError('invalid_query', 'before_from: expected a time before `before_to`');
  }
  return within(filter, startMs, endMs);
}

function within(filter: Filter, fromMs: number, toMs: number): Filter {
  return { ...filter, from: toStoreInstant(fromMs), to: toStoreInstant(toMs) };
}
