import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const POLL_MS = 2000;

/**
 * Whether the page still shows how to send a first trace: from an empty store on until the first turn is resolved.
 * `spans` and `turns` are undefined while unknown.
 */
export function useFirstTrace(spans: number | undefined, turns: number | undefined): boolean {
  const client = useQueryClient();
  const [wasEmpty, setWasEmpty] = useState(false);
  if (spans === 0 && !wasEmpty) setWasEmpty(true);
  const isWaitingForTurn = wasEmpty && spans !== 0 && turns === 0;
  useEffect(() => {
    if (!isWaitingForTurn) return undefined;
    const timer = setInterval(() => void client.invalidateQueries(), POLL_MS);
    return () => clearInterval(timer);
  }, [isWaitingForTurn, client]);
  return spans === 0 || isWaitingForTurn;
}
