import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenIdle } from '../service/when-idle.ts';

/** Routes of the page that a row of a list leads to. */
type RowRoute = '/t/$tenant/transactions/$transaction' | '/t/$tenant/processes/$process';

/** Fetches script and words of the page that rows lead to while the browser is idle, so that a press waits for its data alone (P56). */
export function useFetchAhead(route: RowRoute): void {
  const router = useRouter();
  useEffect(() => whenIdle(() => router.loadRouteChunk(router.routesById[route])), [router, route]);
}
