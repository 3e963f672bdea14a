import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Figures } from '@titular/contract';
import { call } from '../../service/call.ts';
import { keyOf } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';

/** Figures are counted each minute. */
const POLL_MS = 60_000;

/** Reads the figures of slots, of the company in the address, and again each minute while somebody looks. */
export function useFigures(starts: readonly Date[]): UseQueryResult<Figures> {
  const { tenantId, company } = useTenant();
  const params = { tenant_id: tenantId };
  const body = {
    starts: starts.map((start) => start.toISOString()),
    ...(company === undefined ? {} : { company }),
  };
  return useQuery({
    queryKey: keyOf('readFigures', { params, body }),
    queryFn: ({ signal }) => call('readFigures', { params, body, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: () => (document.visibilityState === 'visible' ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });
}
