/** Ids travel in the address of a request to a server, which holds about a megabyte. */
const MAX_IDS = 5_000;

/** Asks for as many ids at a time as a request holds. */
export async function inChunks<Row>(
  ids: readonly string[],
  load: (chunk: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let i = 0; i < ids.length; i += MAX_IDS) {
    for (const row of await load(ids.slice(i, i + MAX_IDS))) rows.push(row);
  }
  return rows;
}
