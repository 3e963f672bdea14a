import { portalRouteTable } from '@titular/server/modules.ts';

/** Names of the portal's calls that the service has a route for. */
export const servedOperations: ReadonlySet<string> = new Set(
  portalRouteTable().flatMap((route) => (route.access === 'portal' ? [route.operationId] : [])),
);
