import type { PublicRoute } from '@titular/server/kernel/http/route.ts';

/** A route that anybody may call, and which answers in text. */
export const publicRoute = (handle: PublicRoute['handle']): PublicRoute => ({
  operationId: 'wait',
  summary: 'Waits',
  method: 'GET',
  path: '/wait',
  access: 'public',
  bodyKind: 'none',
  responses: { 200: 'text' },
  handle,
});
