import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { statusQuery } from '../api/overview-queries.ts';
import { FRAME } from '../text/frame.ts';
import { EmptyState } from './empty-state.tsx';
import { NewestTurn } from './newest-turn.tsx';

export interface NoRowsProps {
  title: string;
  advice: string;
}

/** Instead of rows: nothing matches, or nothing has come in at all, which asks for another advice. */
export function NoRows({ title, advice }: NoRowsProps) {
  const { data } = useQuery(statusQuery());
  if (data?.spans !== 0) {
    return (
      <EmptyState title={title} advice={advice}>
        <p>
          <NewestTurn />
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={FRAME.noSpans.title} advice={FRAME.noSpans.advice}>
      <p>
        <Link to="/start">{FRAME.noSpans.start}</Link>
      </p>
    </EmptyState>
  );
}
