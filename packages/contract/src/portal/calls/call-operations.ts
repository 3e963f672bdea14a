const CALLS = '/portal/api/t/:tenant_id/calls';

/** Calls of the page about the request log. */
export const callOperations = {
  searchPortalCalls: {
    method: 'POST',
    path: `${CALLS}/search`,
    access: 'endpoints:manage',
    twin: { operation: 'listCalls' },
  },
  countRefusals: {
    method: 'POST',
    path: `${CALLS}/refusals`,
    access: 'endpoints:manage',
    twin: { operation: 'listCalls' },
  },
  listCallFilters: {
    method: 'GET',
    path: `${CALLS}/filters`,
    access: 'endpoints:manage',
    twin: { operation: 'listCalls' },
  },
} as const;
