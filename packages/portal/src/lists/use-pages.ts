import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isOutOfReach } from '../service/failures.ts';
import { queryClient } from '../service/queries.ts';
import { isPaused } from './pause.ts';

/** One page of rows, and where the next one begins. */
export type RowPage<Row> = { rows: readonly Row[]; nextCursor?: string | undefined };
/** Pages as they are kept. */
export type KeptPages<Row> = { pages: RowPage<Row>[]; pageParams: (string | undefined)[] };

/** A list as it grows. */
export type Pages<Row> = {
  /** Undefined until the first page has come. */
  rows: readonly Row[] | undefined;
  failure: unknown;
  /** What reading the list again ended with, while the rows of before are shown. */
  refreshFailure: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  hasMoreFailed: boolean;
  /** The last pages brought little: the next one is asked for by hand. */
  isPaused: boolean;
  /** The rows are those of another filter, or are being read again. */
  isOld: boolean;
  /** Reads the next page; while one is on its way nothing happens. */
  more(): void;
  /** Reads the list again from its beginning; rows that are shown stay until then. */
  refresh(): void;
  retry(): void;
};

/** Rows of the first page. */
export const FIRST_ROWS = 50;
/** Who scrolls reads many: larger pages, fewer calls. */
const NEXT_ROWS = 250;

/** What asks for one page: how many rows from where; the first is small, so that it is there at once. */
export const pageFrom = (cursor: string | undefined): { limit: number; cursor?: string } =>
  cursor === undefined ? { limit: FIRST_ROWS } : { limit: NEXT_ROWS, cursor };

/** Reads a list page by page. What was read stays as it is until somebody refreshes it, so that nothing moves under a hand. */
export function usePages<Row>(
  key: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>,
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: RowPage<Row>) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  });
  const { data, isFetchingNextPage, isPlaceholderData, isRefetching } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const isGone = isOutOfReach(query.error);
  return {
    rows,
    failure: query.isError && (rows === undefined || isGone) ? query.error : undefined,
    refreshFailure: query.isRefetchError && !isGone ? query.error : undefined,
    hasMore: query.hasNextPage && !isPlaceholderData,
    isLoadingMore: isFetchingNextPage,
    hasMoreFailed: query.isFetchNextPageError,
    isPaused: data !== undefined && query.hasNextPage && isPaused(data.pages),
    isOld: isPlaceholderData || (isRefetching && !isFetchingNextPage),
    more: () => {
      if (query.hasNextPage && !query.isFetching && !isPlaceholderData) void query.fetchNextPage();
    },
    refresh: () => {
      queryClient.setQueryData<KeptPages<Row>>(key, firstPage);
      window.scrollTo({ top: 0, behavior: 'instant' });
      void query.refetch();
    },
    retry: () => void query.refetch(),
  };
}

/** Keeps the first page alone, so that reading again costs one call. */
const firstPage = <Row>(kept: KeptPages<Row> | undefined): KeptPages<Row> | undefined =>
  kept && { pages: kept.pages.slice(0, 1), pageParams: kept.pageParams.slice(0, 1) };

/** Puts what is known better of one row into kept pages; the same object where nothing differs. */
export function patchRows<Row extends { id: string }>(
  kept: KeptPages<Row> | undefined,
  id: string,
  patch: Partial<Row> | ((row: Row) => Partial<Row>),
): KeptPages<Row> | undefined {
  if (!kept?.pages.some(({ rows }) => rows.some((row) => row.id === id))) return kept;
  const pages = kept.pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) =>
      row.id === id ? { ...row, ...(typeof patch === 'function' ? patch(row) : patch) } : row,
    ),
  }));
  return { ...kept, pages };
}
