/** A sort as the API writes it: a name, with a leading `-` for descending. The first click on a column descends. */
export function toggleSort(current: string, key: string): string {
  return current === `-${key}` ? key : `-${key}`;
}
