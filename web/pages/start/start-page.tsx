import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { statusQuery } from '../../api/overview-queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { FRAME } from '../../text/frame.ts';
import { FirstTrace } from './first-trace.tsx';

/** The same help as the empty Overview, for a second agent. */
export function StartPage() {
  usePageTitle(FRAME.pages.start);
  const status = useQuery(statusQuery());
  if (status.data !== undefined) return <FirstTrace status={status.data} />;
  if (status.error !== null) {
    return <Failure error={status.error} retry={() => void status.refetch()} />;
  }
  return <Skeleton height={480} maw={880} mx="auto" mt={24} />;
}
