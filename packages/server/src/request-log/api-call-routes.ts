import { ListCallsQuery, ListCallsResponse } from '@titular/contract';
import { REFUSALS_WITHOUT_ID } from '../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../kernel/http/route.ts';
import { type SearchCallsDeps, searchCalls } from './search-calls.ts';

/** The log of the tenant's own calls. */
export const apiCallRoutes = (deps: SearchCallsDeps): Route[] => [
  defineRoute({
    operationId: 'listCalls',
    summary: "List and search the tenant's calls of the last 14 days, newest first",
    method: 'GET',
    path: '/api/public/v1/calls',
    access: 'token',
    scope: 'calls:read',
    bodyKind: 'none',
    querySchema: ListCallsQuery,
    responses: { 200: ListCallsResponse, ...REFUSALS_WITHOUT_ID },
    handle: async ({ query }, { tenantId }) => ({
      status: 200,
      body: await searchCalls(deps, tenantId, query),
    }),
  }),
];
