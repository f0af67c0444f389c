import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

export interface Pages<Item> {
  rows: Item[] | undefined;
  more: { isLoading: boolean; load: () => void } | undefined;
  error: Error | null;
  retry: () => void;
}

type Answers<Item> = InfiniteData<{ page: { items: Item[] } }>;

/** The rows of all pages read so far, and how to read the next. */
export function readPages<Item>(query: UseInfiniteQueryResult<Answers<Item>>): Pages<Item> {
  return {
    rows: query.data?.pages.flatMap(({ page }) => page.items),
    more: query.hasNextPage
      ? { isLoading: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
      : undefined,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
}
