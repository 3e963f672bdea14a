import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenIdle } from '../service/when-idle.ts';

/** Pages that rows of a list lead to. */
type NextPage = '/t/$tenant/transactions/$transaction' | '/t/$tenant/processes/$process';

/** Fetches the script of the page that a row leads to once the browser is idle: on a phone, most of the wait after a press was for that. */
export function useNextPage(id: NextPage): void {
  const router = useRouter();
  useEffect(() => whenIdle(() => router.loadRouteChunk(router.routesById[id])), [router, id]);
}
