export interface Sort<Name extends string> {
  sort: Name;
  descending: 0 | 1;
}

/** `-cost` -> by cost, descending. The contract lets nothing else through than the names. */
export function readSort<Name extends string>(
  text: string,
  names: readonly Name[],
  fallback: Name,
): Sort<Name> {
  const isDescending = text.startsWith('-');
  const name = isDescending ? text.slice(1) : text;
  const sort = names.find((known) => known === name) ?? fallback;
  return { sort, descending: isDescending ? 1 : 0 };
}
