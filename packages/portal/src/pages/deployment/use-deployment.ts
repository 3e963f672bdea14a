import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Deployment } from '@titular/contract';
import { call } from '../../service/call.ts';

/** Processes renew their rows every 5 s. */
const POLL_MS = 5_000;

/** Reads the deployment, and again while somebody looks. */
export const useDeployment = (): UseQueryResult<Deployment> =>
  useQuery({
    queryKey: ['readDeployment'],
    queryFn: ({ signal }) => call('readDeployment', { signal }),
    staleTime: 0,
    refetchInterval: () => (document.visibilityState === 'visible' ? POLL_MS : false),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
