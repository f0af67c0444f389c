import type { Turn } from '@loopscope/api/contract';
import { NativeSelect } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { FILE } from '../text/frame.ts';
import type { OpenedFile } from './open-file.ts';

/** Which turns were opened together; known only as long as the page is. */
export const fileTurnsQuery = queryOptions({
  queryKey: ['file-turns'],
  queryFn: (): { turns: Turn[]; found: number } | null => null,
  staleTime: Infinity,
  gcTime: Infinity,
});

export const turnsOf = ({ turns, found }: OpenedFile) => ({
  turns: turns.map(({ turn }) => turn),
  found,
});

/** The other turns of the same file; nothing where it holds one. */
export function FileTurns({ turnId }: { turnId: string }) {
  const { data } = useQuery(fileTurnsQuery);
  const navigate = useNavigate();
  const { turns = [], found = 0 } = data ?? {};
  if (turns.length < 2 || !turns.some(({ turn_id: id }) => id === turnId)) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={FILE.turns}
      description={found > turns.length ? FILE.more(turns.length, found) : undefined}
      value={turnId}
      data={turns.map((turn, at) => ({ value: turn.turn_id, label: FILE.turn(at + 1, turn) }))}
      onChange={({ currentTarget }) =>
        void navigate({ to: '/turns/$turnId', params: { turnId: currentTarget.value } })
      }
    />
  );
}
