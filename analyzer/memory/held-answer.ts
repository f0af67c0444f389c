import type { Store, TableName } from '@loopscope/sql';

/** Keeps an answer as long as nobody has written the table that it was read from; where that cannot be known it is read each time. */
export function createHeldAnswer<Answer>(
  { writes }: Pick<Store, 'writes'>,
  table: TableName,
  read: () => Promise<Answer>,
): () => Promise<Answer> {
  let held: { answer: Answer; written: number } | null = null;
  return async () => {
    const written = writes?.of(table);
    if (held !== null && held.written === written) return held.answer;
    const answer = await read();
    held = written === undefined ? null : { answer, written };
    return answer;
  };
}
