import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallTimes } from '@titular/contract';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../service/call.ts';
import { keyOf } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { type LimitsSearch, toTimesBody } from './model/limits-search.ts';
import { countCalls, type Requests, toRequests } from './model/replay.ts';

/** Calls that the page tries at most, so that a slider answers at once. */
export const MAX_TRIED = 200_000;
/** Answers that are read without being asked for: some thousands of rows each. */
const FIRST_PARTS = 4;

/** Calls of the log, as far back as they were read. */
export type ReadCalls = {
  /** Undefined until the first answer has come. */
  requests: Requests | undefined;
  /** How many of them the rate limit refused then. */
  refused: number;
  failure: unknown;
  /** The time has older calls; and whether the page may read them. */
  isCut: boolean;
  isFull: boolean;
  isReading: boolean;
  further(): void;
  refresh(): void;
};

const refusedOf = (parts: readonly CallTimes[]): number =>
  parts.reduce((sum, { refused }) => sum + refused, 0);

/** Reads when calls came, the newest first: a few answers at once, and further back when asked. */
export function useCallTimes(search: LimitsSearch): ReadCalls {
  const { tenantId } = useTenant();
  const params = { tenant_id: tenantId };
  const body = toTimesBody(search);
  const key = keyOf('readCallTimes', { params, body });
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }): Promise<CallTimes> =>
      call('readCallTimes', {
        params,
        body: { ...body, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: CallTimes) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const span = JSON.stringify(body);
  const [asked, setAsked] = useState<{ span: string; parts: number }>();
  // What was asked for of one time is not asked of another.
  const goal = asked?.span === span ? asked.parts : FIRST_PARTS;
  const parts = useMemo(() => data?.pages ?? [], [data]);
  const isFull = countCalls(parts) >= MAX_TRIED;
  const isBehind = hasNextPage && !isFull && parts.length > 0 && parts.length < goal;
  useEffect(() => {
    if (isBehind && !isFetching && !isError) void fetchNextPage();
  }, [isBehind, isFetching, isError, fetchNextPage]);
  return {
    requests: useMemo(() => (parts.length > 0 ? toRequests(parts) : undefined), [parts]),
    refused: refusedOf(parts),
    failure: isError ? query.error : undefined,
    ...{ isCut: hasNextPage, isFull, isReading: isFetching },
    further: () => {
      setAsked({ span, parts: parts.length + FIRST_PARTS });
      if (isError) void fetchNextPage();
    },
    refresh: () => void query.refetch(),
  };
}
