import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { EndpointView } from '@titular/contract';
import { call } from '../../service/call.ts';
import { keyOf, queryClient } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';

/** Endpoints of the first page. */
export const FIRST_ENDPOINTS = 20;
const NEXT_ENDPOINTS = 100;

/** The endpoints that were asked for so far. */
export type Endpoints = {
  /** Undefined until the first page has come. */
  rows: readonly EndpointView[] | undefined;
  failure: unknown;
  hasMore: boolean;
  hasMoreFailed: boolean;
  isLoadingMore: boolean;
  more(): void;
  /** Reads all pages that are shown again. */
  readAgain(): void;
};

/** Reads the endpoints that the person sees, page by page; their health is read again as time passes, as every page that is shown. */
export function useEndpoints(): Endpoints {
  const { tenantId, company } = useTenant();
  const params = { tenant_id: tenantId };
  const narrowed = company === undefined ? {} : { company };
  const query = useInfiniteQuery({
    queryKey: [...keyOf('searchPortalEndpoints', { params, body: narrowed }), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const from =
        pageParam === undefined ? { limit: FIRST_ENDPOINTS } : { limit: NEXT_ENDPOINTS, cursor: pageParam };
      return call('searchPortalEndpoints', { params, body: { ...narrowed, ...from }, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const rows = data?.pages.flatMap(({ endpoints }) => endpoints);
  return {
    rows,
    failure: query.isError && rows === undefined ? query.error : undefined,
    hasMore: query.hasNextPage && !isPlaceholderData,
    hasMoreFailed: query.isFetchNextPageError,
    isLoadingMore: query.isFetchingNextPage,
    more: () => {
      if (query.hasNextPage && !query.isFetchingNextPage && !isPlaceholderData) void query.fetchNextPage();
    },
    readAgain: () =>
      void queryClient.invalidateQueries({ queryKey: ['searchPortalEndpoints', { tenant_id: tenantId }] }),
  };
}
