import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { SandboxFill } from '@titular/contract';
import { useEffect } from 'react';
import { call } from '../../../service/call.ts';
import { keyOf, queryClient } from '../../../service/queries.ts';

/** Between two looks while something is under way. */
const RUNNING_MS = 1_000;
const TASK_MS = 3_000;

/** The fill itself, and what is counted or written down each time it is asked. */
const LEFT_ALONE: readonly unknown[] = ['readSandboxFill', 'tryCompanySettings', 'find'];

const fillKey = (tenantId: string) => keyOf('readSandboxFill', { params: { tenant_id: tenantId } });

const isUnderWay = (fill: SandboxFill | undefined): boolean =>
  fill?.state === 'filling' || fill?.state === 'clearing';

/** Reads the fill of a tenant, again while it is under way, and with `isTask` until the link of the task was made. */
export function useFill(tenantId: string, isTask = false): UseQueryResult<SandboxFill> {
  const params = { tenant_id: tenantId };
  const read = useQuery({
    queryKey: fillKey(tenantId),
    queryFn: ({ signal }) => call('readSandboxFill', { params, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (document.visibilityState !== 'visible') return false;
      if (isUnderWay(data)) return RUNNING_MS;
      return isTask && data?.task?.isRenewed === false ? TASK_MS : false;
    },
  });
  const state = read.data?.state;
  // Figures, companies, endpoints and lists of the tenant come and go with it.
  useEffect(() => {
    if (state === undefined) return;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        !LEFT_ALONE.includes(queryKey[0]) && JSON.stringify(queryKey).includes(tenantId),
    });
  }, [state, tenantId]);
  return read;
}

/** Whether a tenant has no transaction at all. Its answer is kept apart from those of lists, which hold pages. */
export function useIsEmpty(tenantId: string): boolean {
  const first = useQuery({
    queryKey: ['sandboxFillEmpty', tenantId],
    queryFn: ({ signal }) =>
      call('searchPortalTransactions', { params: { tenant_id: tenantId }, body: { limit: 1 }, signal }),
    staleTime: 0,
  });
  return first.data?.transactions.length === 0;
}

/** Shows what an act was answered, without another call. */
export const showFill = (tenantId: string, fill: SandboxFill): void =>
  void queryClient.setQueryData(fillKey(tenantId), fill);

/** Reads the fill again after a refusal: somebody else may have begun it. */
export const readFillAgain = (tenantId: string): void =>
  void queryClient.invalidateQueries({ queryKey: fillKey(tenantId) });

/** The command that fills or clears a tenant. */
export const fillCommand = (verb: 'fill' | 'clear', tenantId: string): string =>
  `npx titular sandbox ${verb} --tenant ${tenantId}`;
