import { QueryClient, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { connection } from './connection.ts';
import type { AnyInput, CallArguments, PortalAnswer, PortalOperationName } from './endpoint.ts';
import { Refused, Unreachable } from './failures.ts';
import { decideReadRetry } from './retry.ts';
import { onClear } from './session.ts';

function retryDelay(failure: unknown, tries: number): number | undefined {
  if (failure instanceof Unreachable) return decideReadRetry({ kind: 'unreachable' }, tries);
  if (!(failure instanceof Refused)) return undefined;
  const { status, retryAfterSeconds } = failure;
  // A fault of one part stays on the page; one of the whole service passes.
  if (status >= 500 && connection.read().kind === 'away')
    return decideReadRetry({ kind: 'unreachable' }, tries);
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return decideReadRetry({ kind: 'refused', status, ...wait }, tries);
}

/** Answers of the server that the page holds; emptied when the page locks. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // React Query counts failures from 0.
      retry: (failures, failure) => retryDelay(failure, failures + 1) !== undefined,
      retryDelay: (failures, failure) => retryDelay(failure, failures + 1) ?? 0,
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
onClear(() => queryClient.clear());

/** Key of an answer: operation, then ids, then body. Searches stand in memory alone. */
export const keyOf = <Name extends PortalOperationName>(
  name: Name,
  ...[input]: CallArguments<Name>
): QueryKey => {
  const { params, body }: AnyInput = input ?? {};
  return [name, params ?? {}, body ?? {}];
};

/** Options of a read, for `useQuery` and its kin. */
export const readOptions = <Name extends PortalOperationName>(name: Name, ...args: CallArguments<Name>) => ({
  queryKey: keyOf(name, ...args),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<PortalAnswer<Name>> =>
    call(name, ...([{ ...args[0], signal }] as unknown as CallArguments<Name>)),
});

/** Reads in a component: cached, retried while the server is away, cancelled when nobody looks any more. */
export const useRead = <Name extends PortalOperationName>(
  name: Name,
  ...args: CallArguments<Name>
): UseQueryResult<PortalAnswer<Name>> => useQuery(readOptions(name, ...args));
