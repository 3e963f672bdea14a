import { type Limit, LimitsResponse } from '@titular/contract';
import type { Budgets } from '../kernel/http/admission/admission.ts';
import { REFUSALS_WITHOUT_ID } from '../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../kernel/http/route.ts';

/** What the caller may do, and what is left of it with this request counted. */
const describeLimits = ({ rate, concurrency }: Budgets): Limit[] => [
  {
    name: 'rate',
    code: '42901',
    limit: rate.limit,
    perSecond: rate.ratePerSecond,
    remaining: rate.remaining,
    resetSeconds: rate.resetSeconds,
    appliesTo: 'All API requests of the tenant, over all nodes of the service.',
  },
  {
    name: 'concurrency',
    code: '42902',
    limit: concurrency.limit,
    remaining: Math.max(0, concurrency.limit - concurrency.underWay),
    resetSeconds: 0,
    appliesTo: 'Concurrent requests of the tenant in one node of the service.',
  },
];

/** The caller's own limits. */
export const limitRoutes = (): Route[] => [
  defineRoute({
    operationId: 'readLimits',
    summary: "Read the caller's limits and what is left of them",
    method: 'GET',
    path: '/api/public/v1/limits',
    access: 'token',
    scope: 'transactions:read',
    bodyKind: 'none',
    responses: { 200: LimitsResponse, ...REFUSALS_WITHOUT_ID },
    handle: async (_request, { budgets }) => ({ status: 200, body: { limits: describeLimits(budgets) } }),
  }),
];
